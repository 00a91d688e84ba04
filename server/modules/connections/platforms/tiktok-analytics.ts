import { z } from 'zod';
import type { ReleasedFigures, TrafficSource } from '#contract/clips/clip-analytics.ts';
import { after, type Clock, DAY } from '#server/infra/clock.ts';
import { answer, type PostAdapter, problem, type ReleasedPost, type ReleasedStretch } from './adapter.ts';
import { grownAverage, grownShares, grownSum } from './grown-figures.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { askTiktokBusiness } from './tiktok-business-reply.ts';
import { countryOf } from './youtube-audience.ts';

const amount = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? null);
const listOf = (name: string) =>
  z
    .array(z.object({ [name]: z.string(), percentage: z.number().nonnegative() }))
    .nullish()
    .transform((rows) =>
      (rows ?? []).map((row) => ({ kind: String(row[name]), part: Number(row.percentage) })),
    );

const video = z.object({
  item_id: z.string(),
  /** In seconds. */
  video_duration: amount,
  video_views: amount,
  /** The number of accounts that saw the video. */
  reach: amount,
  /** Watch time in seconds: of all views together, and of one view on average. */
  total_time_watched: amount,
  average_time_watched: amount,
  /** 0 to 1, like all percentages. */
  full_video_watched_rate: amount,
  impression_sources: listOf('impression_source'),
  /** Shares of viewers by ISO 3166 code, for the ten countries with the most viewers. */
  audience_countries: listOf('country'),
  audience_types: listOf('type'),
});
type Video = z.output<typeof video>;
const videos = z.object({ videos: z.array(video) });

/**
 * Maps TikTok's traffic sources to our names. TikTok's source "Others" contains links, players on other
 * sites, and all sources that TikTok does not list.
 */
const sources: Record<string, TrafficSource> = {
  'For You': 'recommended',
  Follow: 'subscriptions',
  Sound: 'recommended',
  'Personal Profile': 'profile',
  Search: 'search',
  'Direct Message': 'other',
  Others: 'direct',
};

/**
 * Reads `/business/video/list/` of the API for Business (portal/docs?id=1762228421622786). Figures are sums
 * over a post's life, so a stretch is their growth. The figures are 24 to 48 hours late, in UTC
 * (portal/docs?id=1746624508278786), so they count as figures up to the last midnight that is 24 hours ago.
 * TikTok leaves most figures out if nobody watched, liked or shared the post for seven days, and all of them
 * if the account's owner never turned Analytics on.
 */
export function tiktokAnalytics(
  endpoints: PlatformEndpoints,
  clock: Clock,
  limits: OutsideCaller,
): NonNullable<PostAdapter['readAnalytics']> {
  return async (access, post) => {
    const asked = new URLSearchParams({
      business_id: access.externalId,
      fields: JSON.stringify(Object.keys(video.shape)),
      filters: JSON.stringify({ video_ids: [post.postId] }),
    });
    const reply = await askTiktokBusiness(
      `${endpoints.tiktokBusinessApi}/business/video/list/?${asked}`,
      { headers: { 'access-token': access.accessToken } },
      videos,
      limits,
    );
    if (!reply.ok) return reply;
    const found = reply.value.videos.find(({ item_id }) => item_id === post.postId);
    if (!found) return problem('gone', "not among the account's posts");
    const stretch = stretchOf(found, post, lastKnown(clock));
    return answer(stretch ? [stretch] : []);
  };
}

/** Returns the latest midnight in UTC that is at least 24 hours ago. */
const lastKnown = (clock: Clock): Date =>
  new Date(Math.floor(after(clock.now(), -DAY).getTime() / DAY) * DAY);

const nothing: Pick<ReleasedFigures, 'views' | 'watchSeconds' | 'reach'> = {
  views: 0,
  watchSeconds: 0,
  reach: 0,
};

/**
 * Returns the stretch since the last reading; null if there are no new views, or no figures beyond the
 * counts.
 */
function stretchOf(
  found: Video,
  { postedAt, since, known }: ReleasedPost,
  toAt: Date,
): ReleasedStretch | null {
  const fromAt = since ?? postedAt;
  const all = lifetimeOf(found);
  const before = known ?? nothing;
  const views = Math.round(all.views) - before.views;
  if (toAt <= fromAt || views <= 0 || !all.hasInsights) return null;
  const now = <T>(figure: T) => ({ views: all.views, figure });
  const earlier = <T>(figure: T | null | undefined) => ({ views: before.views, figure: figure ?? null });
  const part = (total: number | null, known: number | null | undefined) => {
    const grown = grownAverage(now(total), earlier(known));
    return grown === null ? null : Math.min(1, grown);
  };
  return {
    fromAt,
    toAt,
    views,
    engagedViews: null,
    watchSeconds: grownSum(all.watchSeconds, before.watchSeconds),
    averagePercentage: grownAverage(now(all.averagePercentage), earlier(known?.averagePercentage)),
    completedShare: part(all.completedShare, known?.completedShare),
    reach: grownSum(all.reach, before.reach),
    subscribedShare: part(all.subscribedShare, known?.subscribedShare),
    trafficSources: grownShares(now(all.trafficSources), earlier(known?.trafficSources)),
    countries: grownShares(now(all.countries), earlier(known?.countries)),
    devices: null,
  };
}

function lifetimeOf(found: Video) {
  const views = found.video_views ?? 0;
  const { average_time_watched: average, video_duration: duration } = found;
  const watchSeconds = found.total_time_watched ?? (average === null ? null : average * views);
  const trafficSources = sharesOf(found.impression_sources, (kind) => sources[kind] ?? 'direct');
  const countries = sharesOf(found.audience_countries, countryOf);
  return {
    views,
    watchSeconds,
    averagePercentage:
      watchSeconds === null || !duration || views === 0 ? null : (100 * watchSeconds) / views / duration,
    completedShare: found.full_video_watched_rate,
    reach: found.reach === null ? null : Math.round(found.reach),
    subscribedShare: found.audience_types.find(({ kind }) => kind === 'FOLLOWER_PERCENT')?.part ?? null,
    trafficSources,
    countries,
    hasInsights: watchSeconds !== null || trafficSources !== null || countries !== null,
  };
}

/**
 * Shares that add up to more than this are no division of the views and are not used. Slightly more than 1 is
 * rounding.
 */
const MOST = 1.02;

function sharesOf<Kind extends string>(
  rows: readonly { kind: string; part: number }[],
  kindOf: (kind: string) => Kind,
): Partial<Record<Kind, number>> | null {
  const total = rows.reduce((sum, { part }) => sum + part, 0);
  if (total <= 0 || total > MOST) return null;
  const shares: Partial<Record<Kind, number>> = {};
  for (const { kind, part } of rows) {
    const known = kindOf(kind);
    shares[known] = Math.min(1, (shares[known] ?? 0) + part / Math.max(1, total));
  }
  return shares;
}
