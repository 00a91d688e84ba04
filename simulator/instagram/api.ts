import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Counts } from '../growth/growth.ts';
import { appScopedId } from '../ids.ts';
import { boughtAt, countsNow, posterUrlOf, urlOf, visiblePosts } from '../posts/posts.ts';
import {
  addReads,
  callerByToken,
  hasScope,
  ownPosts,
  type ReadRules,
  type Refused,
  type TokenCaller,
} from '../posts/read.ts';
import { type Viewers, viewersOf } from '../posts/viewers.ts';
import type { Account, Post } from '../state.ts';
import { bearerOf, listOf, pick, queryOf } from '../wire.ts';
import type { World } from '../world.ts';
import { type GraphErrorName, sendGraphError } from './error.ts';

const pageSize = 25;
const pageLimit = 100;

/** Adds the Instagram API with Instagram Login: me, media of the token's user, insights of a medium. */
export function addInstagram(app: FastifyInstance, world: World, base: string): void {
  const service = { service: 'instagram', platform: 'instagram' } as const;
  const rules: ReadRules<TokenCaller, GraphErrorName> = {
    caller(request) {
      const given = queryOf(request).get('access_token') ?? bearerOf(request);
      const caller = callerByToken<GraphErrorName>(world, service, given, 'expired');
      const isReadable = 'refusal' in caller || caller.account.professional;
      return isReadable ? caller : { refusal: 'not-professional' };
    },
    refuse: (reply: FastifyReply, error) => sendGraphError(reply, error),
  };
  const mayReadInsights = hasScope<GraphErrorName>('instagram_business_manage_insights', 'no-scope');
  for (const prefix of [base, `${base}/:version`]) {
    addReads(app, rules, [
      { url: `${prefix}/me`, answer: ({ account }, query) => me(account, query) },
      {
        url: `${prefix}/:id/media`,
        answer: ({ account }, query, request) => media(world, account, query, request),
      },
      {
        url: `${prefix}/:id/insights`,
        checks: [mayReadInsights],
        answer: ({ account }, query, request) => insights(world, account, query, idOf(request)),
      },
    ]);
  }
}

function me(user: Account, query: URLSearchParams): object {
  const facts = {
    user_id: user.id,
    username: user.handle,
    name: user.displayName,
    account_type: 'MEDIA_CREATOR',
    biography: user.bio,
    profile_picture_url: '',
    followers_count: user.followers,
    media_count: 0,
  };
  return { ...pick(facts, listOf(query, 'fields')), id: appScopedId(user.id) };
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

function media(
  world: World,
  user: Account,
  query: URLSearchParams,
  request: FastifyRequest,
): object | Refused<GraphErrorName> {
  if (![user.id, 'me'].includes(idOf(request))) return { refusal: 'no-object' };
  const limit = Math.min(pageLimit, Math.max(1, Number(query.get('limit')) || pageSize));
  const start = cursorPosition(query.get('after'));
  const posts = visiblePosts(world, 'instagram', user.id);
  const page = posts.slice(start, start + limit);
  const end = start + page.length;
  const next = new URL(request.url, `http://${request.headers.host}`);
  next.searchParams.set('after', cursorAt(end));
  return {
    data: page.map((post) => medium(world, post, listOf(query, 'fields'))),
    paging: {
      cursors: { before: cursorAt(start), after: cursorAt(end) },
      ...(end < posts.length ? { next: next.href } : {}),
    },
  };
}

function cursorAt(position: number): string {
  return Buffer.from(`position ${position}`).toString('base64url');
}

function cursorPosition(cursor: string | null): number {
  const found = /^position (\d+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString());
  return Number(found?.[1] ?? 0);
}

const mediaTypes = {
  video: 'VIDEO',
  live: 'VIDEO',
  feed: 'VIDEO',
  photo: 'IMAGE',
  carousel: 'CAROUSEL_ALBUM',
} as const;

function medium(world: World, post: Post, fields: string[]): object {
  const counts = countsNow(world, post);
  const facts = {
    shortcode: post.id,
    permalink: urlOf(world, post),
    caption: post.caption,
    media_type: mediaTypes[post.medium],
    media_product_type: post.medium === 'video' ? 'REELS' : 'FEED',
    // Meta writes the offset without a colon.
    timestamp: post.postedAt.replace(/\.\d+Z$/, '+0000'),
    ...(counts === null || post.likesHidden ? {} : { like_count: counts.likes }),
    ...(counts === null || post.commentsOff ? {} : { comments_count: counts.comments }),
    thumbnail_url: posterUrlOf(world, post),
  };
  return { ...pick(facts, fields), id: post.apiId };
}

const metrics: Record<string, (counts: Counts, post: Post, viewers: Viewers) => number> = {
  views: (counts) => counts.views,
  reach: (counts, _, viewers) => Math.floor(counts.views / viewers.viewsPerReach),
  likes: (counts) => counts.likes,
  comments: (counts) => counts.comments,
  shares: (counts) => counts.shares,
  saved: (counts) => Math.floor(counts.likes / 10),
  total_interactions: (counts) => counts.likes + counts.comments + counts.shares,
  ig_reels_avg_watch_time: (_, post, viewers) => watchedMs(post, viewers),
  ig_reels_video_view_total_time: (counts, post, viewers) => counts.views * watchedMs(post, viewers),
};

/** Instagram's metrics of a video that is not a reel. */
const ofFeed = ['views', 'reach', 'saved', 'total_interactions'];

/** Average watch time of a view, in milliseconds. */
const watchedMs = ({ durationSeconds }: Post, { percentage }: Viewers): number =>
  Math.round(durationSeconds * percentage * 10);

function insights(
  world: World,
  user: Account,
  query: URLSearchParams,
  id: string,
): object | Refused<GraphErrorName> {
  const [post] = ownPosts(world, user, [id]);
  if (post === undefined) return { refusal: 'no-object' };
  const names = listOf(query, 'metric');
  const known = post.medium === 'feed' ? ofFeed : Object.keys(metrics);
  if (names.length === 0 || !names.every((name) => known.includes(name))) return { refusal: 'bad-metric' };
  const counts = countsNow(world, post);
  if (counts === null) return { data: [] };
  const bought = counts.views > 0 ? Math.min(1, boughtAt(post, world.clock.now()) / counts.views) : 0;
  const viewers = viewersOf(user, post, bought);
  return { data: names.map((name) => insight(name, post, metrics[name]!(counts, post, viewers))) };
}

function insight(name: string, post: Post, value: number): object {
  const id = `${post.apiId}/insights/${name}/lifetime`;
  return { name, period: 'lifetime', values: [{ value }], title: name, description: name, id };
}
