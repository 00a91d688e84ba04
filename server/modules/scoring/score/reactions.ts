import type { Ramp } from './baselines.ts';
import type { Reactions } from './checked-declaration.ts';
import { nearness } from './share-window.ts';
import { along, type Evidence } from './signal.ts';

/** Likes of an audience that does not know the account; `unliked_burst` begins to suspect at half. */
const LIKES: Ramp = { weak: 0.25, strong: 0.45 };
const FEW_LIKES: Ramp = { weak: 0.15, strong: 0.3 };
/** Comments and shares, of those that so many likes usually have. */
const TALK: Ramp = { weak: 0.5, strong: 0.8 };
/** If fewer comments and shares are expected, their absence proves nothing, and fit is assumed only in part. */
const TALK_KNOWN: Ramp = { weak: 2, strong: 8 };
const TALK_UNKNOWN = 0.4;
/** The part of the first twelve hours' views that is in the first three. An even delivery of six hours has half. */
const FRONT: Ramp = { weak: 0.55, strong: 0.8 };
const FRONT_HOURS = 3;
/** The usual rate counts like this many additional views. */
const PRIOR_VIEWS = 1_000;

export function reactionsAfter(evidence: Omit<Evidence, 'declared'>, atHours: number): Reactions {
  const { baseline } = evidence;
  const { inside, outside, front } = divide(evidence, atHours);
  const prior = PRIOR_VIEWS * baseline.likesPerView.median;
  const usual = (outside.likes + prior) / (outside.views + PRIOR_VIEWS);
  const likes = inside.views > 0 ? inside.likes / inside.views / usual : Number.NaN;
  const talkRate = outside.views > 0 ? outside.talk / outside.views : 0;
  const expected = talkRate * inside.views * Math.min(1, Number.isNaN(likes) ? 1 : likes);
  const known = along(TALK_KNOWN, expected);
  const most = inside.talk + 1.28 * Math.sqrt(inside.talk + 0.5);
  const talk = known * along(TALK, most / Math.max(1e-9, expected)) + (1 - known) * TALK_UNKNOWN;
  const fading = Math.min(talk, along(FRONT, front / Math.max(1, inside.views)));
  const isLiked = !Number.isNaN(likes);
  return {
    views: inside.views,
    likes,
    reacted: isLiked ? Math.min(fading, along(LIKES, likes)) : 0,
    faded: isLiked ? Math.min(fading, along(FEW_LIKES, likes)) : fading,
  };
}

/** Sums the growth after a share, and that of the rest of the clip. */
function divide({ intervals, curve }: Omit<Evidence, 'declared'>, atHours: number) {
  const inside = { views: 0, likes: 0, talk: 0 };
  const outside = { views: 0, likes: 0, talk: 0 };
  let front = 0;
  let frontUntil = Number.NaN;
  for (let i = 0; i < intervals.count; i++) {
    const [from, to] = [curve.hours[intervals.from[i]!]!, curve.hours[intervals.to[i]!]!];
    const isInside = nearness(atHours, from, to) === 1;
    const part = isInside ? inside : outside;
    part.views += intervals.views[i]!;
    part.likes += intervals.likes[i]!;
    part.talk += (intervals.comments[i]! || 0) + (intervals.shares[i]! || 0);
    if (!isInside) continue;
    // A first interval that is longer than three hours is the front, because nothing shorter was read.
    if (Number.isNaN(frontUntil)) frontUntil = Math.max(to, atHours + FRONT_HOURS);
    if (to <= frontUntil) front += intervals.views[i]!;
  }
  return { inside, outside, front };
}
