import { between, count, duration, percent } from './format.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * Views without likes that arrived within this many hours are a burst; over a longer time they are a drop of
 * the like rate.
 */
const STEP_HOURS = 24;

/** `unliked_burst`: a block of views that arrived at once with hardly any likes. */
function stepWithoutLikes(evidence: Evidence): Finding | null {
  const { unsupported: part } = evidence;
  if (!part || part.hours > STEP_HOURS) return null;
  return likeless(
    evidence,
    (stretch, likes) =>
      `${count(part.views)} views came within ${duration(part.hours)}, ${stretch}, ${likes}`,
  );
}

/** `like_rate_drop`: likes per view drop for a longer time, detected by the CUSUM of views against likes. */
function changePoint(evidence: Evidence): Finding | null {
  const { unsupported: part } = evidence;
  if (!part || part.hours <= STEP_HOURS) return null;
  return likeless(
    evidence,
    (stretch, likes) => `For ${duration(part.hours)}, ${stretch}, ${count(part.views)} views came ${likes}`,
  );
}

function likeless(evidence: Evidence, text: (stretch: string, likes: string) => string): Finding {
  const part = evidence.unsupported!;
  const { p05, median } = evidence.baseline.likesPerView;
  const gates = [
    along({ weak: 0.04, strong: 0.2 }, part.views / evidence.views),
    along({ weak: 3, strong: 6 }, part.deviations),
    // A part whose like rate is normal for a whole clip of this platform is not suspicious.
    along({ weak: median, strong: p05 }, part.inside),
    along({ weak: 200, strong: 700 }, part.views),
  ];
  return {
    observed: part.inside / part.outside,
    gate: Math.min(...gates),
    stretch: part,
    contests: true,
    sentence: () =>
      `${text(between(evidence, part), `with likes on ${percent(part.inside)} of them, against ${percent(part.outside)} on the rest of this clip`)}.`,
  };
}

export const likelessSignals: Signal[] = [
  {
    id: 'unliked_burst',
    version: 2,
    weight: 0.85,
    needsHistory: true,
    needsLikes: true,
    ramp: { weak: 0.5, strong: 0.22 },
    measure: stepWithoutLikes,
  },
  {
    id: 'like_rate_drop',
    version: 2,
    weight: 0.82,
    needsHistory: true,
    needsLikes: true,
    ramp: { weak: 0.44, strong: 0.17 },
    measure: changePoint,
  },
];
