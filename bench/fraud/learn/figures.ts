import type { SignalKey } from '#contract/scoring/signals.ts';
import type { Evidence, Finding } from '#server/modules/scoring/score/signal.ts';

/**
 * An input of the learned model. Suspicion may only grow in its direction: 1 when it grows with the input, -1
 * when it falls.
 */
interface Figure {
  name: string;
  direction: 1 | -1;
  /** The value of an input that can't be measured, which is never suspicious. */
  neutral: number;
}

/** Signals that are inputs even when they measure less than their thresholds, with the direction of each. */
const measured: { id: SignalKey; direction: 1 | -1; neutral: number }[] = [
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
 * The model's inputs. No input depends on a clip's size or a platform's usual rates, which a generator of
 * training clips can't know.
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

/** Returns the figures of a clip, from the measurements of all signals. */
export function figuresOf(evidence: Evidence, findings: ReadonlyMap<SignalKey, Finding>): Float64Array {
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
