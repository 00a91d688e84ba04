import type { Evidence, Finding, SignalId } from '#server/modules/scoring/score/signal.ts';

/** One number that the learned model reads. Suspicion may only grow in its direction: 1 = with it, -1 = against it. */
interface Figure {
  name: string;
  direction: 1 | -1;
  /** What it is where nothing can be said; never suspicious. */
  neutral: number;
}

/** Signals whose measurement the model reads, below their own thresholds too, and which way each one points. */
const measured: { id: SignalId; direction: 1 | -1; neutral: number }[] = [
  { id: 'view_spike', direction: 1, neutral: 0 },
  { id: 'linear_delivery', direction: -1, neutral: 1 },
  { id: 'abrupt_stop', direction: -1, neutral: 2 },
  { id: 'missing_decay', direction: -1, neutral: 1 },
  { id: 'regular_likes', direction: 1, neutral: 0 },
  { id: 'silent_views', direction: -1, neutral: 2 },
  { id: 'like_burst', direction: 1, neutral: 0 },
  { id: 'instant_plateau', direction: -1, neutral: 1 },
  { id: 'no_daily_cycle', direction: -1, neutral: 1 },
];

/**
 * What the model knows of a clip. Nothing in it depends on how large a clip is or on what is usual on a platform: a generator
 * of training clips cannot know that.
 */
export const figures: readonly Figure[] = [
  ...measured.flatMap(({ id, direction, neutral }): Figure[] => [
    { name: id, direction, neutral },
    { name: `${id} gate`, direction: 1, neutral: 0 },
  ]),
  { name: 'likes inside the unsupported stretch, against the rest', direction: -1, neutral: 1 },
  { name: 'its deviations from chance', direction: 1, neutral: 0 },
  { name: 'its share of the views', direction: 1, neutral: 0 },
];

/** The figures of one clip, from what all signals measured of it. */
export function figuresOf(evidence: Evidence, findings: ReadonlyMap<SignalId, Finding>): Float64Array {
  const values: number[] = [];
  for (const { id, neutral } of measured) {
    const finding = findings.get(id);
    values.push(finding && finding.gate > 0 ? finding.observed : neutral, finding?.gate ?? 0);
  }
  const { unsupported, views } = evidence;
  if (unsupported)
    values.push(unsupported.inside / unsupported.outside, unsupported.deviations, unsupported.views / views);
  else values.push(1, 0, 0);
  return Float64Array.from(values, (value, i) => (Number.isNaN(value) ? figures[i]!.neutral : value));
}
