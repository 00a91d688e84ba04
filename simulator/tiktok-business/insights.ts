import { boughtAt, countsAt } from '../posts/posts.ts';
import { type Shares, viewersOf } from '../posts/viewers.ts';
import type { Account, Post } from '../state.ts';
import type { World } from '../world.ts';

/** Fields of the scope `video.insights`. */
export const insightFields = [
  'total_time_watched',
  'average_time_watched',
  'full_video_watched_rate',
  'impression_sources',
  'audience_countries',
  'audience_types',
];
/** Fields that are missing from a post without activity for a week. */
const goneWhenQuiet = ['reach', ...insightFields.filter((name) => name !== 'audience_types')];

const DAY_MS = 86_400_000;
const QUIET_DAYS = 7;
const COUNTRIES = 10;

/** Returns a post's figures as of the last UTC midnight that is at least a day ago. */
export function figuresOf(world: World, account: Account, post: Post): Record<string, unknown> {
  const at = new Date(Math.floor((world.clock.now().getTime() - DAY_MS) / DAY_MS) * DAY_MS);
  if (at.toISOString() <= post.postedAt) return { video_duration: post.durationSeconds };
  const counts = countsAt(post, at);
  const { views } = counts;
  const viewers = viewersOf(account, post, views > 0 ? Math.min(1, boughtAt(post, at) / views) : 0);
  const seconds = (post.durationSeconds * viewers.percentage) / 100;
  const known = {
    video_duration: post.durationSeconds,
    video_views: views,
    likes: counts.likes,
    comments: counts.comments,
    shares: counts.shares,
    reach: Math.floor(views / viewers.viewsPerReach),
    total_time_watched: rounded(views * seconds, 3),
    average_time_watched: rounded(seconds, 3),
    full_video_watched_rate: rounded(Math.min(1, (viewers.percentage / 100) ** 1.5), 4),
    impression_sources: listed('impression_source', sourcesOf(viewers.sources)),
    audience_countries: listed('country', viewers.countries).slice(0, COUNTRIES),
    audience_types: listed('type', {
      FOLLOWER_PERCENT: viewers.subscribed,
      NON_FOLLOWER_PERCENT: 1 - viewers.subscribed,
    }),
  };
  const week = new Date(at.getTime() - QUIET_DAYS * DAY_MS);
  const isQuiet = views === 0 || (week.toISOString() > post.postedAt && countsAt(post, week).views === views);
  // If the owner never turned Analytics on, all of these fields are missing.
  const hidden = account.professional ? (isQuiet ? goneWhenQuiet : []) : ['reach', ...insightFields];
  return Object.fromEntries(Object.entries(known).filter(([name]) => !hidden.includes(name)));
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const listed = (name: string, shares: Shares): object[] =>
  Object.entries(shares)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, part]) => ({ [name]: kind, percentage: rounded(part, 4) }))
    .filter(({ percentage }) => percentage > 0);

/** TikTok's names of the traffic sources, for each of the names in `viewers.ts`, which are YouTube's. */
const names: Record<string, string> = {
  SHORTS: 'For You',
  SUBSCRIBER: 'Follow',
  YT_SEARCH: 'Search',
  YT_CHANNEL: 'Personal Profile',
  RELATED_VIDEO: 'Sound',
};

function sourcesOf(shares: Shares): Shares {
  const sources: Shares = {};
  for (const [kind, part] of Object.entries(shares)) {
    const name = names[kind] ?? 'Others';
    sources[name] = (sources[name] ?? 0) + part;
  }
  return sources;
}
