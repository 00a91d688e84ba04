import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import { urlOf, visiblePost, visiblePosts } from '../posts/posts.ts';
import { slidingMinute } from '../posts/sliding-minute.ts';
import type { Account, Post, Token } from '../state.ts';
import { pick, queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { businessIdOf } from './consent.ts';
import { figuresOf, insightFields } from './insights.ts';
import { type BusinessError, businessReply, sendBusinessError } from './reply.ts';

const postsPerCall = 20;

/** Adds TikTok's API for Business: profile and posts of the token's own account. */
export function addTiktokBusiness(app: FastifyInstance, world: World, base: string): void {
  const allowApp = slidingMinute(world, 'tiktokBusinessPerMinute');
  const endpoint = (path: string, answer: (call: Call) => object | BusinessError): void => {
    const allowAccount = slidingMinute(world, 'tiktokBusinessPerAccount');
    app.get(`${base}${path}`, (request, reply) => {
      const call = callOf(world, request);
      if (typeof call === 'string') return sendBusinessError(world, reply, call);
      const { clientId } = call.token;
      if (!allowApp(clientId) || !allowAccount(`${clientId} ${call.account.id}`))
        return sendBusinessError(world, reply, 'tooMany');
      const data = answer(call);
      return typeof data === 'string'
        ? sendBusinessError(world, reply, data)
        : reply.send(businessReply(world, data));
    });
  };
  endpoint('/business/get/', profile);
  endpoint('/business/video/list/', (call) => posts(world, call));
}

interface Call {
  token: Token;
  account: Account;
  query: URLSearchParams;
  /** The requested fields; null when they are no list in JSON. */
  fields: string[] | null;
}

function callOf(world: World, request: FastifyRequest): Call | BusinessError {
  const given = request.headers['access-token'];
  if (typeof given !== 'string' || given === '') return 'noToken';
  const token = findToken(world, 'tiktok-business', given);
  const account = token?.kind === 'access' && accountById(world, 'tiktok', token.accountId);
  if (!token || !account) return 'badToken';
  const query = queryOf(request);
  if (query.get('business_id') !== businessIdOf(account.id)) return 'permission';
  return { token, account, query, fields: listIn(query.get('fields')) };
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

function profile({ token, account, fields }: Call): object | BusinessError {
  const asked = fields ?? ['display_name', 'profile_image'];
  if (!asked.every((name) => Object.hasOwn(profileFields, name))) return 'parameters';
  if (!asked.every((name) => token.scope.includes(profileFields[name]!.scope))) return 'permission';
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
function posts(world: World, { token, account, query, fields }: Call): object | BusinessError {
  const asked = query.has('fields') ? fields : ['item_id'];
  const known = [...Object.keys(realTime), ...counted, ...insightFields];
  if (!asked?.includes('item_id') || !asked.every((name) => known.includes(name))) return 'parameters';
  const isInsight = (name: string) => insightFields.includes(name);
  if (!token.scope.includes('video.list')) return 'permission';
  if (asked.some(isInsight) && !token.scope.includes('video.insights')) return 'permission';
  const most = Number(query.get('max_count') ?? 10);
  const before = Number(query.get('cursor') ?? world.clock.now().getTime());
  if (!(most >= 1 && most <= postsPerCall) || Number.isNaN(before)) return 'parameters';
  const ids = query.has('filters') ? idsIn(query.get('filters')) : undefined;
  if (ids === null) return 'parameters';
  const own = ids
    ? ids.flatMap((id) => visiblePost(world, 'tiktok', id) ?? [])
    : visiblePosts(world, 'tiktok', account.id).filter((post) => Date.parse(post.postedAt) <= before);
  const listed = own.filter((post) => post.accountId === account.id);
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

/** Returns the ids in a filter; null when it is not a filter of ids. */
function idsIn(filters: string | null): string[] | null {
  const ids = (jsonIn(filters) as { video_ids?: unknown } | null)?.video_ids;
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= postsPerCall;
  return isList && ids.every((id) => typeof id === 'string') ? ids : null;
}
