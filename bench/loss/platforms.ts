import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, type Clock, HOUR } from '#server/infra/clock.ts';
import type {
  Adapters,
  FoundPost,
  Reading,
  Readings,
  ReleasedStretch,
} from '#server/modules/connections/connections.ts';
import { answer, type PostAdapter, problem } from '#server/modules/connections/platforms/adapter.ts';
import { periodOf } from '../fraud/analytics.ts';
import type { Viewers } from '../fraud/audiences.ts';
import { HOURS_PER_STEP } from '../fraud/growth.ts';
import { seededRandom } from '../fraud/random.ts';
import { ANALYTICS_DELAY_HOURS } from './assumptions.ts';
import { isVisible, type Post, stepAt } from './post.ts';

/** A post and who watches it. */
export interface WatchedPost extends Post {
  honest: Viewers;
  sold: Viewers;
  seed: number;
}

/**
 * The platforms' APIs, answered from memory through the same adapters as the real ones, because a network
 * call for each of 300,000 counts would take hours.
 */
export function memoryPlatforms(clock: Clock) {
  const posts = new Map<string, WatchedPost>();
  const adapters = new Map(postPlatforms.map((platform) => [platform, adapterOf(platform, posts, clock)]));
  const all: Adapters = {
    available: [...postPlatforms],
    connect: (platform) => adapters.get(platform as PostPlatform) ?? null,
    posts: (platform) => adapters.get(platform) ?? null,
  };
  return {
    adapters: all,
    add: (post: WatchedPost) => posts.set(post.id, post),
    /** Reads the counts of posts of any accounts. */
    read: (ids: readonly string[]) => readAll(posts, ids, clock.now()),
  };
}

const DAY_HOURS = 24;

const never = async () => problem('unasked', 'the loss bench makes no consent');

function adapterOf(platform: PostPlatform, posts: Map<string, WatchedPost>, clock: Clock): PostAdapter {
  const shown = (id: string) => {
    const post = posts.get(id);
    return post && isVisible(post, clock.now()) ? post : null;
  };
  return {
    platform,
    refreshBeforeSeconds: 0,
    authorizeUrl: () => 'https://platform.example/',
    exchangeCode: never,
    refresh: never,
    revoke: never,
    whoAmI: never,
    postsPerRead: 50,
    async findPost({ handle }, { postId }) {
      const post = shown(postId);
      if (!post) return problem('gone', 'no such post');
      return post.handle === handle ? answer(found(post, clock.now())) : problem('not_owner', 'not theirs');
    },
    readMetrics: async (_access, asked) =>
      answer(
        readAll(
          posts,
          asked.map(({ postId }) => postId),
          clock.now(),
        ),
      ),
    async readCaptions(_access, asked) {
      const captions = asked.flatMap(({ postId }) => {
        const post = shown(postId);
        return post ? [[postId, { caption: post.caption, paidPromotion: null }] as const] : [];
      });
      return answer(new Map(captions));
    },
    async readAnalytics(_access, { postId, since }) {
      const post = shown(postId);
      return post ? answer(stretches(post, since, clock.now())) : problem('gone', 'no such post');
    },
  };
}

function readAll(posts: Map<string, WatchedPost>, ids: readonly string[], now: Date): Readings {
  const readings: Readings = { read: new Map(), unread: new Map() };
  for (const id of ids) {
    const post = posts.get(id);
    if (post && isVisible(post, now)) readings.read.set(id, reading(post, now));
    else readings.unread.set(id, 'gone');
  }
  return readings;
}

const found = (post: Post, now: Date): FoundPost => ({
  postId: post.id,
  apiId: post.id,
  caption: post.caption,
  paidPromotion: null,
  postedAt: post.postedAt,
  durationSeconds: post.platform === 'instagram' ? null : post.durationSeconds,
  posterUrl: null,
  reading: reading(post, now),
});

function reading(post: Post, now: Date): Reading {
  const at = stepAt(post, now);
  const of = (counter: Int32Array) => (at < 0 ? 0 : counter[at]!);
  return {
    views: of(post.shownViews),
    likes: post.hasLikes ? of(post.curve.likes) : null,
    comments: of(post.curve.comments),
    shares: post.platform === 'youtube' ? null : of(post.curve.shares),
    source: 'bench',
    countingRule: 'bench',
  };
}

/**
 * Returns the figures since the last reading: one stretch per day, up to the end of the platform's late figures.
 * Instagram has one stretch up to now, because the same reply has its figures and counts, as sums over the post's life.
 */
function stretches(post: WatchedPost, since: Date | null, now: Date): ReleasedStretch[] {
  const { postedAt, platform } = post;
  const hoursOf = (at: Date) => (at.getTime() - postedAt.getTime()) / HOUR;
  const last = platform === 'instagram' ? hoursOf(now) : hoursOf(now) - ANALYTICS_DELAY_HOURS;
  const days: ReleasedStretch[] = [];
  const first = since ? hoursOf(since) : 0;
  const length = platform === 'instagram' ? last - first : DAY_HOURS;
  for (let from = first; length > 0 && from + length <= last; from += length) {
    const to = from + length;
    const [fromAt, toAt] = [after(postedAt, from * HOUR), after(postedAt, to * HOUR)];
    const span = spanOf(post, from, to);
    if (span.views <= 0) continue;
    const random = seededRandom(post.seed * 97 + Math.floor(from / DAY_HOURS));
    const {
      fromHours: _from,
      toHours: _to,
      ...period
    } = periodOf(random, platform, span, post.honest, post.sold, span.part);
    const percentage = period.averagePercentage ?? 0;
    days.push({
      fromAt,
      toAt,
      views: period.views,
      engagedViews: period.engagedViews ?? null,
      watchSeconds: (period.views * post.durationSeconds * percentage) / 100,
      // Instagram reports seconds and no length, so a percentage is unknown there.
      averagePercentage: platform === 'instagram' ? null : percentage,
      completedShare: null,
      reach: period.reach ?? null,
      subscribedShare: period.subscribedShare ?? null,
      trafficSources: rounded(period.trafficSources ?? null),
      countries: rounded(period.countries ?? null),
      devices: rounded(period.devices ?? null),
    });
  }
  return days;
}

/** Limits parts to 1, which random variation can exceed. */
const rounded = <Kind extends string>(parts: Partial<Record<Kind, number>> | null) =>
  parts &&
  (Object.fromEntries(
    Object.entries<number | undefined>(parts).map(([kind, part]) => [kind, Math.min(1, part ?? 0)]),
  ) as Partial<Record<Kind, number>>);

function spanOf({ curve: { views, bought } }: Post, fromHours: number, toHours: number) {
  const [first, last] = [Math.floor(fromHours / HOURS_PER_STEP), Math.floor(toHours / HOURS_PER_STEP)];
  const between = (counter: Int32Array) =>
    counter[Math.min(counter.length, last) - 1]! - (counter[first - 1] ?? 0);
  if (first >= views.length) return { fromHours, toHours, views: 0, part: 0 };
  const [seen, sold] = [Math.max(0, between(views)), Math.max(0, between(bought))];
  return {
    fromHours,
    toHours,
    views: seen,
    part: seen > 0 ? Math.min(1, sold / seen) : 0,
  };
}
