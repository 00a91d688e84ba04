import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Limit, perPacificDay } from '../posts/limits.ts';
import { countsNow, namedPost, posterUrlOf } from '../posts/posts.ts';
import { addReads, callerByToken, type Refused } from '../posts/read.ts';
import type { Account, Post } from '../state.ts';
import { bearerOf, listOf, pick, queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';

const idsPerCall = 50;
const readScope = 'https://www.googleapis.com/auth/youtube.readonly';

/** Adds YouTube Data API v3: videos.list, videos.batchGetStats and channels.list. */
export function addYoutube(app: FastifyInstance, world: World, base: string): void {
  const [main, stats] = [perPacificDay(world), perPacificDay(world)];
  const read = (path: string, bucket: Limit, answer: typeof listVideos) => ({
    url: base + path,
    checks: [{ passes: ({ key }: Caller) => bucket(key), refusal: quotaExceeded }],
    answer: (caller: Caller, query: URLSearchParams) => answer(world, query, caller),
  });
  addReads(app, { caller: (request) => callerOf(world, request), refuse: sendError }, [
    read('/videos', main, listVideos),
    read('/videos::batchGetStats', stats, batchGetStats),
    read('/channels', main, listChannels),
  ]);
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

type Answer = object | Refused<Problem>;

export const quotaExceeded: Problem = {
  status: 403,
  reason: 'quotaExceeded',
  domain: 'youtube.quota',
  message: 'The request cannot be completed because you have exceeded your quota.',
};

const refused = (status: number, reason: string, message: string): Refused<Problem> => ({
  refusal: { status, reason, message },
});

/** The service whose tokens both of YouTube's APIs accept. */
export const youtubeService = { service: 'youtube', platform: 'youtube' } as const;

function callerOf(world: World, request: FastifyRequest): Caller | Refused<Problem> {
  const bearer = bearerOf(request);
  if (bearer !== null) {
    const invalid: Problem = { status: 401, reason: 'authError', message: 'Invalid Credentials' };
    const caller = callerByToken(world, youtubeService, bearer, invalid);
    if ('refusal' in caller) return caller;
    return caller.token.scope.includes(readScope)
      ? { key: caller.token.clientId, accountId: caller.account.id }
      : refused(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
  }
  const header = request.headers['x-goog-api-key'];
  const key = typeof header === 'string' ? header : queryOf(request).get('key');
  if (key?.startsWith('invalid')) return refused(400, 'keyInvalid', 'API key not valid.');
  if (key) return { key, accountId: null };
  return refused(403, 'forbidden', "Method doesn't allow unregistered callers.");
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

/** Answers that the project calls too fast. The daily quota has a different error. */
export const sendRateLimit = (reply: FastifyReply): FastifyReply =>
  sendError(reply, {
    ...{ status: 403, reason: 'rateLimitExceeded', domain: 'usageLimits', message: 'Rate Limit Exceeded' },
  });

const missing = (name: string): Refused<Problem> =>
  refused(400, 'missingRequiredParameter', `No filter selected or required parameter missing: ${name}`);

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
  return envelope('youtube#videoListResponse', items);
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
  return { kind: 'youtube#batchGetStatsResponse', etag: 'stats', items };
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
  return envelope('youtube#channelListResponse', items);
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
