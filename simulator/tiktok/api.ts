import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { perMinute } from '../posts/limits.ts';
import { countsNow, posterUrlOf, urlOf, visiblePosts } from '../posts/posts.ts';
import {
  addReads,
  callerByToken,
  hasScope,
  ownPosts,
  type Refused,
  type TokenCaller,
} from '../posts/read.ts';
import type { Account, Post } from '../state.ts';
import { bearerOf, bodyOf, listOf, pick } from '../wire.ts';
import { logId, type World } from '../world.ts';

const videosPerCall = 20;

/** An error: status, code and message. */
type TiktokError = readonly [status: number, code: string, message: string];

const errors = {
  token: [401, 'access_token_invalid', 'The access token is invalid or not found in the request.'],
  limit: [429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'],
  fields: [400, 'invalid_params', 'One or more fields in the request are invalid.'],
} as const satisfies Record<string, TiktokError>;
const wrongFields = { refusal: errors.fields };

type Answer = (
  caller: TokenCaller,
  query: URLSearchParams,
  request: FastifyRequest,
) => object | Refused<TiktokError>;

/** Adds TikTok's Display API: user/info, video/list and video/query, for the token's own user only. */
export function addTiktok(app: FastifyInstance, world: World, base: string): void {
  const endpoint = (method: 'GET' | 'POST', path: string, scope: string, answer: Answer) => {
    const allow = perMinute(world, 'tiktokRequestsPerMinute');
    const message = `The user did not authorize the scope required: ${scope}.`;
    return {
      ...{ method, url: base + path, answer },
      checks: [
        { passes: ({ token }: TokenCaller) => allow(token.clientId), refusal: errors.limit },
        hasScope<TiktokError>(scope, [401, 'scope_not_authorized', message]),
      ],
    };
  };
  const service = { service: 'tiktok', platform: 'tiktok' } as const;
  const rules = {
    caller: (request: FastifyRequest) => callerByToken(world, service, bearerOf(request), errors.token),
    refuse: (reply: FastifyReply, error: TiktokError) => sendTiktokError(world, reply, error),
    envelope: (data: object) => ({ data, error: { code: 'ok', message: '', log_id: logId(world) } }),
  };
  addReads<TokenCaller, TiktokError>(app, rules, [
    endpoint('GET', '/v2/user/info/', 'user.info.basic', userInfo),
    endpoint('POST', '/v2/video/list/', 'video.list', (...call) => videoList(world, ...call)),
    endpoint('POST', '/v2/video/query/', 'video.list', (...call) => videoQuery(world, ...call)),
  ]);
}

/** Returns an error in TikTok's form. */
export const tiktokError = (code: string, message: string, log_id: string): object => ({
  data: {},
  error: { code, message, log_id },
});

function sendTiktokError(
  world: World,
  reply: FastifyReply,
  [status, code, message]: TiktokError,
): FastifyReply {
  return reply.code(status).send(tiktokError(code, message, logId(world)));
}

export const sendTiktokRateLimit = (reply: FastifyReply, world: World): FastifyReply =>
  sendTiktokError(world, reply, errors.limit);

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

function userInfo({ token, account }: TokenCaller, query: URLSearchParams): ReturnType<Answer> {
  const fields = fieldsOf(query, Object.keys(userFields));
  if (fields === null) return wrongFields;
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

function fieldsOf(query: URLSearchParams, known: string[]): string[] | null {
  const fields = listOf(query, 'fields');
  return fields.length > 0 && fields.every((field) => known.includes(field)) ? fields : null;
}

function videoList(world: World, ...[{ account }, query, request]: Parameters<Answer>): ReturnType<Answer> {
  const fields = fieldsOf(query, videoFields);
  const { max_count: maxCount = 10, cursor } = bodyOf(request);
  if (fields === null || typeof maxCount !== 'number' || maxCount < 1 || maxCount > videosPerCall)
    return wrongFields;
  const before = typeof cursor === 'number' && cursor > 0 ? cursor : Number.POSITIVE_INFINITY;
  const posts = visiblePosts(world, 'tiktok', account.id).filter(
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

function videoQuery(world: World, ...[{ account }, query, request]: Parameters<Answer>): ReturnType<Answer> {
  const fields = fieldsOf(query, videoFields);
  const filters = bodyOf(request).filters as { video_ids?: unknown } | undefined;
  const ids = idsIn(filters?.video_ids);
  if (fields === null || ids === null) return wrongFields;
  return { videos: ownPosts(world, account, ids).map((post) => video(world, post, fields)) };
}

/** Returns a list of ids that TikTok's two APIs accept; null for anything else. */
export function idsIn(ids: unknown): string[] | null {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= videosPerCall;
  return isList && ids.every((id) => typeof id === 'string') ? ids : null;
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
