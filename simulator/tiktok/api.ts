import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import { countsNow, posterUrlOf, urlOf, visiblePost, visiblePosts } from '../posts/posts.ts';
import { slidingMinute } from '../posts/sliding-minute.ts';
import type { Account, Post, Token } from '../state.ts';
import { bearerOf, bodyOf, listOf, pick, queryOf } from '../wire.ts';
import { accountById, logId, type World } from '../world.ts';

const videosPerCall = 20;

/** Adds TikTok's Display API: user/info, video/list and video/query, for the token's own user only. */
export function addTiktok(app: FastifyInstance, world: World, base: string): void {
  const endpoint = (
    method: 'GET' | 'POST',
    path: string,
    scope: string,
    answer: (request: FastifyRequest, token: Token) => object | null,
  ): void => {
    const allow = slidingMinute(world, 'tiktokRequestsPerMinute');
    app.route({
      method,
      url: `${base}${path}`,
      handler: (request, reply) => {
        const token = findToken(world, 'tiktok', bearerOf(request));
        if (token?.kind !== 'access') {
          const message = 'The access token is invalid or not found in the request.';
          return sendTiktokError(world, reply, 401, 'access_token_invalid', message);
        }
        if (!allow(token.clientId)) return sendTiktokRateLimit(world, reply);
        if (!token.scope.includes(scope)) {
          const message = `The user did not authorize the scope required: ${scope}.`;
          return sendTiktokError(world, reply, 401, 'scope_not_authorized', message);
        }
        const data = answer(request, token);
        if (data !== null)
          return reply.send({ data, error: { code: 'ok', message: '', log_id: logId(world) } });
        const message = 'One or more fields in the request are invalid.';
        return sendTiktokError(world, reply, 400, 'invalid_params', message);
      },
    });
  };
  endpoint('GET', '/v2/user/info/', 'user.info.basic', (request, token) => userInfo(world, request, token));
  endpoint('POST', '/v2/video/list/', 'video.list', (request, token) => videoList(world, request, token));
  endpoint('POST', '/v2/video/query/', 'video.list', (request, token) => videoQuery(world, request, token));
}

/** Returns an error in TikTok's form. */
export const tiktokError = (code: string, message: string, log_id: string): object => ({
  data: {},
  error: { code, message, log_id },
});

export function sendTiktokError(
  world: World,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
  return reply.code(status).send(tiktokError(code, message, logId(world)));
}

export function sendTiktokRateLimit(world: World, reply: FastifyReply): FastifyReply {
  const message = 'The API rate limit was exceeded. Please try again later.';
  return sendTiktokError(world, reply, 429, 'rate_limit_exceeded', message);
}

const userFields: Record<string, (account: Account) => unknown> = {
  open_id: (account) => account.id,
  union_id: (account) => account.id.slice(1),
  avatar_url: () => '',
  display_name: (account) => account.displayName,
  username: (account) => account.handle,
  bio_description: (account) => account.bio,
  profile_deep_link: () => '',
  is_verified: () => false,
  follower_count: (account) => account.followers,
  following_count: () => 0,
  likes_count: () => 0,
  video_count: () => 0,
};
const profileFields = ['username', 'bio_description', 'profile_deep_link', 'is_verified'];
const statsFields = ['follower_count', 'following_count', 'likes_count', 'video_count'];

function userInfo(world: World, request: FastifyRequest, token: Token): object | null {
  const account = accountById(world, 'tiktok', token.accountId);
  const fields = fieldsOf(request, Object.keys(userFields));
  if (account === undefined || fields === null) return null;
  const readable = fields.filter(
    (field) =>
      (!profileFields.includes(field) || token.scope.includes('user.info.profile')) &&
      (!statsFields.includes(field) || token.scope.includes('user.info.stats')),
  );
  return { user: Object.fromEntries(readable.map((field) => [field, userFields[field]!(account)])) };
}

const videoFields = [
  ...[
    'id',
    'create_time',
    'cover_image_url',
    'share_url',
    'video_description',
    'duration',
    'height',
    'width',
  ],
  ...['title', 'embed_html', 'embed_link', 'like_count', 'comment_count', 'share_count', 'view_count'],
];

function fieldsOf(request: FastifyRequest, known: string[]): string[] | null {
  const fields = listOf(queryOf(request), 'fields');
  return fields.length > 0 && fields.every((field) => known.includes(field)) ? fields : null;
}

function videoList(world: World, request: FastifyRequest, token: Token): object | null {
  const fields = fieldsOf(request, videoFields);
  const { max_count: maxCount = 10, cursor } = bodyOf(request);
  if (fields === null || typeof maxCount !== 'number' || maxCount < 1 || maxCount > videosPerCall)
    return null;
  const before = typeof cursor === 'number' && cursor > 0 ? cursor : Number.POSITIVE_INFINITY;
  const posts = visiblePosts(world, 'tiktok', token.accountId).filter(
    (post) => Date.parse(post.postedAt) < before,
  );
  const page = posts.slice(0, maxCount);
  const last = page.at(-1);
  return {
    videos: page.map((post) => video(world, post, fields)),
    cursor: last === undefined ? 0 : Date.parse(last.postedAt),
    has_more: posts.length > page.length,
  };
}

function videoQuery(world: World, request: FastifyRequest, token: Token): object | null {
  const fields = fieldsOf(request, videoFields);
  const filters = bodyOf(request).filters as { video_ids?: unknown } | undefined;
  const ids = filters?.video_ids;
  if (fields === null || !Array.isArray(ids) || ids.length === 0 || ids.length > videosPerCall) return null;
  if (!ids.every((id) => typeof id === 'string')) return null;
  const posts = ids
    .map((id) => visiblePost(world, 'tiktok', id))
    .filter((post) => post !== null && post.accountId === token.accountId);
  return { videos: posts.map((post) => video(world, post!, fields)) };
}

function video(world: World, post: Post, fields: string[]): object {
  const counts = countsNow(world, post);
  return pick(
    {
      id: post.id,
      create_time: Math.floor(Date.parse(post.postedAt) / 1000),
      cover_image_url: posterUrlOf(world, post),
      share_url: `${urlOf(world, post)}?utm_source=api`,
      video_description: post.caption.slice(0, 150),
      duration: post.medium === 'video' ? post.durationSeconds : 0,
      height: 1920,
      width: 1080,
      title: post.caption.slice(0, 150),
      embed_html: '',
      embed_link: `https://www.tiktok.com/player/v1/${post.id}`,
      ...(counts === null ? {} : { view_count: counts.views, share_count: counts.shares }),
      ...(counts === null || post.likesHidden ? {} : { like_count: counts.likes }),
      ...(counts === null || post.commentsOff ? {} : { comment_count: counts.comments }),
    },
    fields,
  );
}
