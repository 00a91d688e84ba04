import { count } from './format.ts';
import { arrival } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';
import type { Unsupported } from './unsupported.ts';

/**
 * Views without likes that arrived within this many hours are a burst; over a longer time they are a drop of
 * the like rate.
 */
const STEP_HOURS = 24;

/** `unliked_burst`: a block of views that arrived at once with hardly any likes. */
function stepWithoutLikes(evidence: Evidence): Finding | null {
  const { unsupported: part } = evidence;
  if (!part || part.hours > STEP_HOURS) return null;
  return likeless(evidence, part);
}

/** `like_rate_drop`: likes per view drop for a longer time, detected by the CUSUM of views against likes. */
function changePoint(evidence: Evidence): Finding | null {
  const { unsupported: part } = evidence;
  if (!part || part.hours <= STEP_HOURS) return null;
  return likeless(evidence, part);
}

function likeless(evidence: Evidence, part: Unsupported): Finding {
  const { likes, views } = evidence.liked!;
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
      `${arrival(evidence, part.views, part)}, with ${count(part.likes)} likes.${views > part.views ? ` The other ${count(views - part.views)} have ${count(likes - part.likes)}.` : ''}`,
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
