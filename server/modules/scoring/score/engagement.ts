import { rampsOf } from './baselines.ts';
import { count, percent, usualLikes } from './format.ts';
import { known } from './history.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * Returns an upper bound of a count, which chance exceeds in one case of twenty. Few likes on few views prove
 * nothing.
 */
const atMost = (seen: number) => seen + 1.64 * Math.sqrt(seen + 1) + 1;
/** Returns the lower bound of a count that corresponds to `atMost`. */
const atLeast = (seen: number) => Math.max(0, seen - 1.64 * Math.sqrt(seen + 1));

/** `low_like_rate`: very few likes for the views. */
function likeFloor(evidence: Evidence): Finding | null {
  const { liked } = evidence;
  if (!liked || liked.views < 2_000) return null;
  return {
    observed: atMost(liked.likes) / liked.views,
    gate: 1,
    sentence: () =>
      `${count(liked.likes)} likes on ${count(liked.views)} views (${percent(liked.likes / liked.views)}). ${usualLikes(evidence)}.`,
  };
}

/** `bundled_engagement`: likes and comments together exceed the rate of real audiences, as in bought packages. */
function engagementCeiling(evidence: Evidence): Finding | null {
  const { liked, commented } = evidence;
  if (!liked || liked.views < 1_000) return null;
  const engaged = liked.likes + (commented?.comments ?? 0);
  return {
    observed: atLeast(engaged) / liked.views,
    gate: 1,
    sentence: () =>
      `${count(engaged)} likes and comments on ${count(liked.views)} views (${percent(engaged / liked.views)}). ${usualLikes(evidence)} likes.`,
  };
}

/** `high_engagement_rate`: the rate of likes or of comments alone exceeds that of real audiences. */
function singleCeiling(evidence: Evidence): Finding | null {
  const { liked, commented } = evidence;
  if (!liked || liked.views < 1_000) return null;
  const likes = atLeast(liked.likes) / liked.views;
  // Comments are weighted by 3, because the ceilings are 15% for likes and 5% for comments.
  const comments =
    commented && commented.views >= 1_000 ? (3 * atLeast(commented.comments)) / commented.views : 0;
  const [name, given, views] =
    comments > likes
      ? ['comments', commented!.comments, commented!.views]
      : ['likes', liked.likes, liked.views];
  return {
    observed: Math.max(likes, comments),
    gate: 1,
    sentence: () => `${count(given)} ${name} on ${count(views)} views (${percent(given / views)}).`,
  };
}

/**
 * `likes_without_comments`: fewer comments than so many likes usually have. Likes are cheap to buy; comments
 * are not.
 */
function missingComments(evidence: Evidence): Finding | null {
  const { liked, commented, baseline } = evidence;
  if (!liked || !commented || liked.likes < 50 || liked.views < 1_000) return null;
  return {
    observed: atMost(commented.comments) / liked.likes / baseline.commentsPerLike.p05,
    gate: 1,
    sentence: () =>
      `${count(liked.likes)} likes have ${count(commented.comments)} comments. Most clips that we compare with have at least ${Number((100 * baseline.commentsPerLike.p05).toFixed(1))} for 100 likes.`,
  };
}

/**
 * `beyond_followers`: far more views than followers. That is also true of viral clips, so it counts only if likes
 * are few.
 */
function beyondFollowers(evidence: Evidence): Finding | null {
  const { liked, baseline, history } = evidence;
  const followers = known(history.followers);
  if (!liked || !(followers > 0) || liked.views < 5_000) return null;
  const { p05 } = baseline.likesPerView;
  const factor = liked.views / followers;
  return {
    observed: factor,
    gate: along({ weak: p05, strong: p05 / 2 }, atMost(liked.likes) / liked.views),
    sentence: () =>
      `${count(liked.views)} views and ${count(liked.likes)} likes, on an account with ${count(followers)} followers.`,
  };
}

export const engagementSignals: Signal[] = [
  {
    id: 'low_like_rate',
    version: 1,
    weight: 0.7,
    needsHistory: false,
    needsLikes: true,
    ramp: rampsOf('fewLikes'),
    measure: likeFloor,
  },
  {
    id: 'bundled_engagement',
    version: 1,
    weight: 0.6,
    needsHistory: false,
    needsLikes: true,
    ramp: rampsOf('manyLikes'),
    measure: engagementCeiling,
  },
  {
    id: 'high_engagement_rate',
    version: 1,
    weight: 0.35,
    needsHistory: false,
    needsLikes: true,
    ramp: { weak: 0.15, strong: 0.3 },
    measure: singleCeiling,
  },
  {
    id: 'likes_without_comments',
    version: 1,
    weight: 0.35,
    needsHistory: false,
    needsLikes: true,
    ramp: { weak: 0.7, strong: 0.25 },
    measure: missingComments,
  },
  {
    id: 'beyond_followers',
    version: 1,
    weight: 0.15,
    needsHistory: false,
    needsLikes: true,
    ramp: { weak: 50, strong: 200 },
    measure: beyondFollowers,
  },
];
