import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import { countsNow, namedPost, posterUrlOf } from '../posts/posts.ts';
import type { Account, Post } from '../state.ts';
import { bearerOf, listOf, pick, queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { youtubeQuota } from './quota.ts';

const idsPerCall = 50;
const readScope = 'https://www.googleapis.com/auth/youtube.readonly';

/** Adds YouTube Data API v3: videos.list, videos.batchGetStats and channels.list. */
export function addYoutube(app: FastifyInstance, world: World, base: string): void {
  const quota = youtubeQuota(world);
  const call = (bucket: 'main' | 'stats', answer: (query: URLSearchParams, caller: Caller) => Answer) => {
    return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const query = queryOf(request);
      const caller = callerOf(world, request, query);
      if ('problem' in caller) return sendError(reply, caller.problem);
      if (!quota.spend(bucket, caller.key)) return sendError(reply, quotaExceeded);
      const result = answer(query, caller);
      return 'problem' in result ? sendError(reply, result.problem) : reply.send(result.body);
    };
  };
  app.get(
    `${base}/videos`,
    call('main', (query, caller) => listVideos(world, query, caller)),
  );
  app.get(
    `${base}/videos::batchGetStats`,
    call('stats', (query, caller) => batchGetStats(world, query, caller)),
  );
  app.get(
    `${base}/channels`,
    call('main', (query, caller) => listChannels(world, query, caller)),
  );
}

export interface Problem {
  status: number;
  reason: string;
  message: string;
  domain?: string;
}

interface Caller {
  key: string;
  accountId: string | null;
}

type Answer = { body: object } | { problem: Problem };

export const quotaExceeded: Problem = {
  status: 403,
  reason: 'quotaExceeded',
  domain: 'youtube.quota',
  message: 'The request cannot be completed because you have exceeded your quota.',
};

function callerOf(
  world: World,
  request: FastifyRequest,
  query: URLSearchParams,
): Caller | { problem: Problem } {
  const bearer = bearerOf(request);
  if (bearer !== null) {
    const token = findToken(world, 'youtube', bearer);
    const message = 'Request had insufficient authentication scopes.';
    if (token?.kind === 'access' && !token.scope.includes(readScope))
      return { problem: { status: 403, reason: 'insufficientPermissions', message } };
    if (token?.kind === 'access') return { key: token.clientId, accountId: token.accountId };
    return { problem: { status: 401, reason: 'authError', message: 'Invalid Credentials' } };
  }
  const header = request.headers['x-goog-api-key'];
  const key = typeof header === 'string' ? header : query.get('key');
  if (key?.startsWith('invalid')) {
    return { problem: { status: 400, reason: 'keyInvalid', message: 'API key not valid.' } };
  }
  if (key) return { key, accountId: null };
  const message = "Method doesn't allow unregistered callers.";
  return { problem: { status: 403, reason: 'forbidden', message } };
}

/** Returns an error in Google's form. */
export const googleError = (
  { status, reason, message, domain = 'youtube' }: Problem,
  details?: { reason: string; domain: string }[],
): object => ({
  error: { code: status, message, errors: [{ message, domain, reason }], ...(details && { details }) },
});

export const sendError = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply.code(problem.status).send(googleError(problem));

function missing(name: string): Answer {
  const message = `No filter selected or required parameter missing: ${name}`;
  return { problem: { status: 400, reason: 'missingRequiredParameter', message } };
}

function askedPosts(world: World, query: URLSearchParams, { accountId }: Caller): Post[] | null {
  const ids = listOf(query, 'id');
  if (ids.length === 0 || ids.length > idsPerCall) return null;
  return ids
    .map((apiId) => namedPost(world, 'youtube', { apiId, ownerId: accountId }))
    .filter((post) => post !== null);
}

function listVideos(world: World, query: URLSearchParams, caller: Caller): Answer {
  const parts = listOf(query, 'part');
  const posts = askedPosts(world, query, caller);
  if (parts.length === 0) return missing('part');
  if (posts === null) return missing('id');
  const items = posts.map((post) => ({
    kind: 'youtube#video',
    etag: `v-${post.id}`,
    id: post.id,
    ...pick(videoParts(world, post), parts),
  }));
  return { body: envelope('youtube#videoListResponse', items) };
}

function envelope(kind: string, items: object[]): object {
  return {
    kind,
    etag: 'list',
    items,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  };
}

function videoParts(world: World, post: Post): Record<string, unknown> {
  const channel = accountById(world, 'youtube', post.accountId);
  const [title = '', ...more] = post.caption.split('\n');
  const text = { title: title.slice(0, 100), description: more.join('\n') };
  return {
    snippet: {
      publishedAt: post.postedAt,
      channelId: post.accountId,
      ...text,
      thumbnails: { high: { url: posterUrlOf(world, post), width: 432, height: 768 } },
      channelTitle: channel?.displayName ?? '',
      categoryId: '20',
      liveBroadcastContent: post.medium === 'live' ? 'live' : 'none',
      localized: text,
    },
    contentDetails: {
      // A live stream has no duration yet.
      duration: post.medium === 'live' ? 'P0D' : `PT${post.durationSeconds}S`,
      dimension: '2d',
      definition: 'hd',
      caption: 'false',
      licensedContent: false,
      contentRating: {},
      projection: 'rectangular',
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: post.visibility,
      license: 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      madeForKids: false,
    },
    statistics: statistics(world, post),
    paidProductPlacementDetails: { hasPaidProductPlacement: post.paidPromotion },
  };
}

function statistics(world: World, post: Post): Record<string, string> {
  const counts = countsNow(world, post);
  if (counts === null) return {};
  return {
    viewCount: String(counts.views),
    ...(post.likesHidden ? {} : { likeCount: String(counts.likes) }),
    favoriteCount: '0',
    ...(post.commentsOff ? {} : { commentCount: String(counts.comments) }),
  };
}

function batchGetStats(world: World, query: URLSearchParams, caller: Caller): Answer {
  const parts = listOf(query, 'part');
  const posts = askedPosts(world, query, caller);
  if (parts.length === 0) return missing('part');
  if (posts === null) return missing('id');
  const items = posts.map((post) => ({
    kind: 'youtube#videoStats',
    etag: `s-${post.id}`,
    id: post.id,
    ...pick(
      {
        snippet: { publishTime: post.postedAt },
        statistics: statistics(world, post),
        contentDetails: {
          duration: `${post.durationSeconds}s`,
          durationMillis: String(post.durationSeconds * 1000),
        },
      },
      parts,
    ),
  }));
  return { body: { kind: 'youtube#batchGetStatsResponse', etag: 'stats', items } };
}

function listChannels(world: World, query: URLSearchParams, caller: Caller): Answer {
  const parts = listOf(query, 'part');
  if (parts.length === 0) return missing('part');
  const channels = askedChannels(world, query, caller);
  if (channels === null) return missing('id');
  const items = channels
    .filter((channel) => channel.professional)
    .map((channel) => ({
      kind: 'youtube#channel',
      etag: `c-${channel.id}`,
      id: channel.id,
      ...pick(channelParts(channel), parts),
    }));
  return { body: envelope('youtube#channelListResponse', items) };
}

function askedChannels(world: World, query: URLSearchParams, caller: Caller): Account[] | null {
  const all = world.state.accounts.filter((account) => account.platform === 'youtube');
  if (query.get('mine') === 'true') {
    return caller.accountId === null ? null : all.filter((account) => account.id === caller.accountId);
  }
  const handle = query.get('forHandle');
  if (handle !== null) return all.filter((one) => one.handle === handle.replace(/^@/, '').toLowerCase());
  const ids = listOf(query, 'id');
  return ids.length === 0 || ids.length > idsPerCall ? null : all.filter((one) => ids.includes(one.id));
}

function channelParts(channel: Account): Record<string, unknown> {
  const magnitude = 10 ** Math.max(0, String(channel.followers).length - 3);
  return {
    snippet: {
      title: channel.displayName,
      description: channel.bio,
      customUrl: `@${channel.handle}`,
      publishedAt: channel.createdAt,
      thumbnails: {},
    },
    statistics: {
      viewCount: '0',
      subscriberCount: String(Math.floor(channel.followers / magnitude) * magnitude),
      hiddenSubscriberCount: false,
      videoCount: '0',
    },
    contentDetails: { relatedPlaylists: { uploads: channel.id.replace(/^UC/, 'UU'), likes: '' } },
    status: { privacyStatus: 'public', isLinked: true },
  };
}
