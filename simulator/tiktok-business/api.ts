import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { perMinute } from '../posts/limits.ts';
import { urlOf, visiblePosts } from '../posts/posts.ts';
import { addReads, callerByToken, ownPosts, type Refused, type TokenCaller } from '../posts/read.ts';
import type { Account, Post } from '../state.ts';
import { idsIn } from '../tiktok/api.ts';
import { pick, queryOf } from '../wire.ts';
import type { World } from '../world.ts';
import { businessIdOf } from './consent.ts';
import { figuresOf, insightFields } from './insights.ts';
import { type BusinessError, businessReply, sendBusinessError } from './reply.ts';

const postsPerCall = 20;

type Answer = (caller: TokenCaller, query: URLSearchParams) => object | Refused<BusinessError>;

/** Adds TikTok's API for Business: profile and posts of the token's own account. */
export function addTiktokBusiness(app: FastifyInstance, world: World, base: string): void {
  const allowApp = perMinute(world, 'tiktokBusinessPerMinute');
  const endpoint = (path: string, answer: Answer) => {
    const allowAccount = perMinute(world, 'tiktokBusinessPerAccount');
    const passes = ({ token: { clientId }, account }: TokenCaller): boolean =>
      allowApp(clientId) && allowAccount(`${clientId} ${account.id}`);
    return { url: base + path, checks: [{ passes, refusal: 'tooMany' as const }], answer };
  };
  const rules = {
    caller: (request: FastifyRequest) => callerOf(world, request),
    refuse: (reply: FastifyReply, error: BusinessError) => sendBusinessError(world, reply, error),
    envelope: (data: object) => businessReply(world, data),
  };
  addReads<TokenCaller, BusinessError>(app, rules, [
    endpoint('/business/get/', profile),
    endpoint('/business/video/list/', (caller, query) => posts(world, caller, query)),
  ]);
}

function callerOf(world: World, request: FastifyRequest): TokenCaller | Refused<BusinessError> {
  const given = request.headers['access-token'];
  if (typeof given !== 'string' || given === '') return { refusal: 'noToken' };
  const service = { service: 'tiktok-business', platform: 'tiktok' } as const;
  const caller = callerByToken<BusinessError>(world, service, given, 'badToken');
  const isOwn =
    'refusal' in caller || queryOf(request).get('business_id') === businessIdOf(caller.account.id);
  return isOwn ? caller : { refusal: 'permission' };
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

function listIn(text: string | null): string[] | null {
  const list = jsonIn(text);
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
}

const profileFields: Record<string, { scope: string; of(account: Account): unknown }> = {
  username: { scope: 'user.info.username', of: ({ handle }) => handle },
  display_name: { scope: 'user.info.basic', of: ({ displayName }) => displayName },
  profile_image: { scope: 'user.info.basic', of: () => '' },
  is_business_account: { scope: 'user.account.type', of: ({ professional }) => professional },
};

function profile({ token, account }: TokenCaller, query: URLSearchParams): ReturnType<Answer> {
  const asked = listIn(query.get('fields')) ?? ['display_name', 'profile_image'];
  if (!asked.every((name) => Object.hasOwn(profileFields, name))) return { refusal: 'parameters' };
  if (!asked.every((name) => token.scope.includes(profileFields[name]!.scope)))
    return { refusal: 'permission' };
  return Object.fromEntries(asked.map((name) => [name, profileFields[name]!.of(account)]));
}

const realTime: Record<string, (world: World, post: Post) => unknown> = {
  item_id: (_, post) => post.id,
  media_type: (_, post) => (post.medium === 'video' ? 'VIDEO' : 'PHOTO'),
  create_time: (_, post) => String(Math.floor(Date.parse(post.postedAt) / 1_000)),
  caption: (_, post) => post.caption,
  share_url: (world, post) => urlOf(world, post),
};
const counted = ['video_duration', 'likes', 'comments', 'shares', 'reach', 'video_views'];

/**
 * Lists every public post of the account, or the named ones; `item_id` must be among the requested fields.
 */
function posts(world: World, { token, account }: TokenCaller, query: URLSearchParams): ReturnType<Answer> {
  const asked = query.has('fields') ? listIn(query.get('fields')) : ['item_id'];
  const known = [...Object.keys(realTime), ...counted, ...insightFields];
  if (!asked?.includes('item_id') || !asked.every((name) => known.includes(name)))
    return { refusal: 'parameters' };
  const isInsight = (name: string) => insightFields.includes(name);
  const scopes = ['video.list', ...(asked.some(isInsight) ? ['video.insights'] : [])];
  if (!scopes.every((scope) => token.scope.includes(scope))) return { refusal: 'permission' };
  const most = Number(query.get('max_count') ?? 10);
  const before = Number(query.get('cursor') ?? world.clock.now().getTime());
  if (!(most >= 1 && most <= postsPerCall) || Number.isNaN(before)) return { refusal: 'parameters' };
  const filters = jsonIn(query.get('filters')) as { video_ids?: unknown } | null;
  const ids = query.has('filters') ? idsIn(filters?.video_ids) : undefined;
  if (ids === null) return { refusal: 'parameters' };
  const listed = ids
    ? ownPosts(world, account, ids)
    : visiblePosts(world, 'tiktok', account.id).filter((post) => Date.parse(post.postedAt) <= before);
  const page = listed.slice(0, most);
  return {
    videos: page.map((post) => ({
      ...pick(figuresOf(world, account, post), asked),
      ...Object.fromEntries(
        Object.entries(realTime).flatMap(([name, of]) =>
          asked.includes(name) ? [[name, of(world, post)]] : [],
        ),
      ),
    })),
    cursor: ids || page.length === 0 ? 0 : Date.parse(page.at(-1)!.postedAt) - 1,
    has_more: listed.length > page.length,
  };
}
