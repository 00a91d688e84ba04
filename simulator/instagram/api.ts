import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import type { Counts } from '../growth/growth.ts';
import { appScopedId } from '../ids.ts';
import { boughtAt, countsNow, posterUrlOf, urlOf, visiblePost, visiblePosts } from '../posts/posts.ts';
import { type Viewers, viewersOf } from '../posts/viewers.ts';
import type { Account, Post } from '../state.ts';
import { bearerOf, listOf, pick, queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { sendGraphError } from './error.ts';

const pageSize = 25;
const pageLimit = 100;

/** Adds the Instagram API with Instagram Login: me, media of the token's user, insights of a medium. */
export function addInstagram(app: FastifyInstance, world: World, base: string): void {
  for (const prefix of [base, `${base}/:version`]) {
    app.get(
      `${prefix}/me`,
      forUser(world, (request, reply, user) => me(request, reply, user)),
    );
    app.get(
      `${prefix}/:id/media`,
      forUser(world, (request, reply, user) => media(world, request, reply, user)),
    );
    app.get(
      `${prefix}/:id/insights`,
      forUser(world, (request, reply, user) => insights(world, request, reply, user)),
    );
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

function forUser(
  world: World,
  answer: (request: FastifyRequest, reply: FastifyReply, user: Account) => FastifyReply,
): Handler {
  return (request, reply) => {
    const token = findToken(world, 'instagram', queryOf(request).get('access_token') ?? bearerOf(request));
    const user = token === null ? undefined : accountById(world, 'instagram', token.accountId);
    if (token === null || token.kind === 'refresh' || user === undefined) {
      return sendGraphError(reply, 'expired');
    }
    if (!user.professional) return sendGraphError(reply, 'not-professional');
    const insightsAsked = request.url.includes('/insights');
    if (insightsAsked && !token.scope.includes('instagram_business_manage_insights')) {
      return sendGraphError(reply, 'no-scope');
    }
    return answer(request, reply, user);
  };
}

function me(request: FastifyRequest, reply: FastifyReply, user: Account): FastifyReply {
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
  return reply.send({ ...pick(facts, listOf(queryOf(request), 'fields')), id: appScopedId(user.id) });
}

function paramsOf(request: FastifyRequest): { id: string } {
  return request.params as { id: string };
}

function media(world: World, request: FastifyRequest, reply: FastifyReply, user: Account): FastifyReply {
  const query = queryOf(request);
  const { id } = paramsOf(request);
  if (id !== user.id && id !== 'me') return sendGraphError(reply, 'no-object');
  const limit = Math.min(pageLimit, Math.max(1, Number(query.get('limit')) || pageSize));
  const start = cursorPosition(query.get('after'));
  const posts = visiblePosts(world, 'instagram', user.id);
  const page = posts.slice(start, start + limit);
  const end = start + page.length;
  const next = new URL(request.url, `http://${request.headers.host}`);
  next.searchParams.set('after', cursorAt(end));
  return reply.send({
    data: page.map((post) => medium(world, post, listOf(query, 'fields'))),
    paging: {
      cursors: { before: cursorAt(start), after: cursorAt(end) },
      ...(end < posts.length ? { next: next.href } : {}),
    },
  });
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

function insights(world: World, request: FastifyRequest, reply: FastifyReply, user: Account): FastifyReply {
  const post = visiblePost(world, 'instagram', paramsOf(request).id);
  if (post === null || post.accountId !== user.id) return sendGraphError(reply, 'no-object');
  const names = listOf(queryOf(request), 'metric');
  if (names.length === 0 || names.some((name) => !Object.hasOwn(metrics, name))) {
    return sendGraphError(reply, 'bad-metric');
  }
  if (post.medium === 'feed' && names.some((name) => !ofFeed.includes(name))) {
    return sendGraphError(reply, 'bad-metric');
  }
  const counts = countsNow(world, post);
  if (counts === null) return reply.send({ data: [] });
  const bought = counts.views > 0 ? Math.min(1, boughtAt(post, world.clock.now()) / counts.views) : 0;
  const viewers = viewersOf(user, post, bought);
  const data = names.map((name) => insight(name, post, metrics[name]!(counts, post, viewers)));
  return reply.send({ data });
}

function insight(name: string, post: Post, value: number): object {
  const id = `${post.apiId}/insights/${name}/lifetime`;
  return { name, period: 'lifetime', values: [{ value }], title: name, description: name, id };
}
