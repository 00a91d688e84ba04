import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import {
  accessOf,
  type SimulatedPlatforms,
  startSimulatedPlatforms,
  unwrap,
} from '#server/testing/simulated-platforms.ts';
import type { ErringService, platformErrors } from '#simulator/errors/catalogue.ts';
import { decide } from '#simulator/trial.ts';
import { isOfPost, type ProblemKind, type QuotaOf, type Unread } from './adapter.ts';
import { createAdapters, simulatorKeys } from './adapters.ts';
import { platformEndpoints } from './services.ts';

let simulated: SimulatedPlatforms;
beforeEach(async () => {
  simulated = await startSimulatedPlatforms();
});
afterEach(() => simulated.simulator.stop());

/** The kind of problem that an error means; for a quota, also whose quota it is. */
type Meaning = Exclude<ProblemKind, 'quota'> | `quota of the ${QuotaOf}`;

/** The meaning of each documented error. The types require that the list is complete. */
const meanings: { [S in ErringService]: Record<keyof (typeof platformErrors)[S], Meaning> } = {
  instagram: {
    expired: 'token_dead',
    passwordChanged: 'token_dead',
    appRemoved: 'token_dead',
    checkpointed: 'token_dead',
    unconfirmed: 'token_dead',
    invalidToken: 'token_dead',
    noSession: 'token_dead',
    tokenUnknown: 'token_dead',
    sessionEnded: 'token_dead',
    unknownAtMeta: 'transient',
    serviceDown: 'transient',
    publishing: 'transient',
    tooManyOfApp: 'quota of the platform',
    limitOfApp: 'quota of the platform',
    tooManyOfUser: 'quota of the account',
    tooManyOfPage: 'quota of the account',
    tooFast: 'quota of the account',
    tooManyOfBusiness: 'quota of the account',
    blockedByPolicy: 'quota of the account',
    noPermission: 'denied',
    permissionRemoved: 'denied',
    restricted: 'denied',
    personal: 'denied',
    tooFewViewers: 'gone',
    noObject: 'gone',
    beforeProfessional: 'before_professional',
    unsupportedMetric: 'unsupported',
    unsupportedType: 'unsupported',
    noCapability: 'misconfigured',
    appUnknown: 'misconfigured',
    appDeleted: 'misconfigured',
    appBlocked: 'misconfigured',
    appIdle: 'misconfigured',
    appUnpublished: 'misconfigured',
    secretWrong: 'misconfigured',
    invalidParameter: 'rejected',
    unknown: 'rejected',
  },
  youtube: {
    authError: 'token_dead',
    required: 'token_dead',
    noChannel: 'denied',
    delegation: 'token_dead',
    closed: 'token_dead',
    suspended: 'token_dead',
    insufficientPermissions: 'denied',
    forbidden: 'rejected',
    quotaExceeded: 'quota of the platform',
    dailyLimitExceeded: 'quota of the platform',
    rateLimitExceeded: 'quota of the platform',
    userRateLimitExceeded: 'quota of the platform',
    accessNotConfigured: 'misconfigured',
    keyInvalid: 'misconfigured',
    keyUnknown: 'misconfigured',
    keyRestricted: 'misconfigured',
    projectSuspended: 'misconfigured',
    scopeInsufficient: 'denied',
    incompatibleParameters: 'rejected',
    invalidFilters: 'rejected',
    invalidPageToken: 'rejected',
    missingRequiredParameter: 'rejected',
    unexpectedParameter: 'rejected',
    badRequest: 'rejected',
    processingFailure: 'transient',
    videoNotFound: 'gone',
    internalError: 'transient',
    backendError: 'transient',
    unknown: 'rejected',
  },
  tiktok: {
    accessTokenInvalid: 'token_dead',
    scopeNotAuthorized: 'denied',
    scopePermissionMissed: 'denied',
    internalError: 'transient',
    invalidFileUpload: 'rejected',
    invalidParams: 'rejected',
    rateLimitExceeded: 'quota of the platform',
    unknown: 'rejected',
  },
  'tiktok-business': {
    permission: 'denied',
    parameters: 'rejected',
    noObject: 'gone',
    tooMany: 'quota of the account',
    keys: 'misconfigured',
    noToken: 'token_dead',
    endedToken: 'token_dead',
    oldCode: 'token_dead',
    usedCode: 'token_dead',
    badToken: 'token_dead',
    system: 'transient',
    unknown: 'rejected',
  },
};

const curve = [{ hours: 0, views: 15_000, likes: 700, comments: 20, shares: 33 }];
const errorsOf = (platform: ErringService) => Object.entries(meanings[platform]) as [string, Meaning][];
const problemOf = (meaning: Meaning) =>
  meaning.startsWith('quota')
    ? { kind: 'quota', quotaOf: meaning.replace('quota of the ', '') }
    : { kind: meaning, quotaOf: null };

async function threePosts(platform: PostPlatform) {
  const { simulator, adapters } = simulated;
  const made = [];
  for (let at = 0; at < 3; at += 1) {
    made.push(await simulator.createPost({ platform, handle: 'ada', curve }));
  }
  const access = await accessOf(adapters, platform, 'ada');
  const adapter = adapters.posts(platform)!;
  const posts = [];
  for (const { id } of made) {
    const { apiId } = unwrap(await adapter.findPost(access, { postId: id }));
    posts.push({ postId: id, apiId });
  }
  return { adapter, access, posts };
}

/**
 * Returns why a post is unread if a call for it alone gets this error; null if the error does not concern the
 * post.
 */
function unreadBy(meaning: Meaning, error: string): Unread | null {
  if (error === 'tooFewViewers') return 'no_data';
  if (meaning === 'before_professional' || meaning === 'unsupported') return meaning;
  if (meaning === 'transient') return 'unanswered';
  if (meaning === 'rejected' || meaning === 'denied') return 'rejected';
  return meaning.startsWith('quota') || !isOfPost(meaning as ProblemKind) ? null : 'gone';
}

describe.each(postPlatforms)('an error of %s', (platform) => {
  test('an error about one post blocks no other, and one about the account or the platform blocks all', async () => {
    const { simulator } = simulated;
    const { adapter, access, posts } = await threePosts(platform);
    const [bad, ...others] = posts;
    for (const [error, meaning] of errorsOf(platform)) {
      const refuse = (name: string | null) =>
        simulator.setRefusal({ service: platform, error: name, postId: bad!.postId });
      expect(await refuse(error)).toBe(true);
      const answer = await adapter.readMetrics(access, posts);
      const why = unreadBy(meaning, error);
      if (why) {
        const { read, unread } = unwrap(answer);
        expect([error, [...read.keys()].sort()]).toEqual([error, others.map(({ postId }) => postId).sort()]);
        expect([error, [...unread]]).toEqual([error, [[bad!.postId, why]]]);
      } else if (answer.ok) {
        throw new Error(`${error} did not end the reading`);
      } else expect([error, answer.problem]).toMatchObject([error, problemOf(meaning)]);
      await refuse(null);
    }
  });

  test('an error of every call has its documented meaning and its code', async () => {
    const { simulator } = simulated;
    const { adapter, access, posts } = await threePosts(platform);
    for (const [error, meaning] of errorsOf(platform)) {
      await simulator.setRefusal({ service: platform, error });
      const answer = await adapter.readMetrics(access, posts);
      await simulator.setRefusal({ service: platform, error: null });
      if (isOfPost(meaning as ProblemKind)) {
        const why = unreadBy(meaning, error);
        expect([error, [...unwrap(answer).unread.values()]]).toEqual([error, [why, why, why]]);
        continue;
      }
      if (answer.ok) throw new Error(`${error} was no problem`);
      expect([error, answer.problem]).toMatchObject([error, problemOf(meaning)]);
      expect([error, answer.problem.code]).toEqual([error, expect.stringMatching(/./)]);
    }
  });

  test('an error of a lookup has its documented meaning', async () => {
    const { simulator } = simulated;
    const { adapter, access, posts } = await threePosts(platform);
    for (const [error, meaning] of errorsOf(platform)) {
      await simulator.setRefusal({ service: platform, error, postId: posts[0]!.postId });
      const answer = await adapter.findPost(access, { postId: posts[0]!.postId });
      await simulator.setRefusal({ service: platform, error: null, postId: posts[0]!.postId });
      // Too few viewers means that there are no counts yet.
      if (error === 'tooFewViewers') expect(answer.ok && answer.value.reading).toBeNull();
      else expect([error, answer]).toMatchObject([error, { problem: problemOf(meaning) }]);
    }
  });
});

test('counts only the views of a medium for which Instagram gives fewer counts', async () => {
  const { simulator } = simulated;
  const { id } = await simulator.createPost({ platform: 'instagram', handle: 'ada', curve, medium: 'feed' });
  const { adapter, access, posts } = await threePosts('instagram');
  const { read, unread } = unwrap(await adapter.readMetrics(access, [{ postId: id }, ...posts]));
  expect(read.get(id)).toMatchObject({ views: 15_000, likes: null, shares: null });
  expect([read.size, unread.size]).toEqual([4, 0]);
});

test('each error of the API for Business has its documented meaning', async () => {
  const { simulator, adapters, clock } = simulated;
  const { posts } = await threePosts('tiktok');
  const adapter = adapters.posts('tiktok')!;
  const release = adapter.analyticsConsent!;
  const redirectUri = 'http://localhost:3000/api/connections/callback/tiktok/analytics/';
  const page = release.authorizeUrl({ redirectUri, state: 's', codeVerifier: '' });
  const code = (await decide(page, 'allow', 'ada')).searchParams.get('code')!;
  const tokens = unwrap(await release.exchangeCode({ code, redirectUri, codeVerifier: '' }));
  const access = { accessToken: tokens.accessToken, externalId: tokens.accountId!, handle: 'ada' };
  for (const [error, meaning] of errorsOf('tiktok-business')) {
    await simulator.setRefusal({ service: 'tiktok-business', error });
    const asked = { ...posts[0]!, postedAt: clock.now(), since: null, known: null };
    const answer = await adapter.readAnalytics!(access, asked);
    expect([error, answer]).toMatchObject([error, { problem: problemOf(meaning) }]);
  }
});

test('an answer that is not in the platform’s form, such as a proxy’s, ends nothing', async () => {
  let status = 401;
  const server = createServer((_request, response) => response.writeHead(status).end('Denied by policy'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const bases = { youtubeApi: url, tiktokApi: url, instagramGraph: url, youtubeToken: url };
  const adapters = createAdapters(simulatorKeys, platformEndpoints(bases, null), simulated.clock);
  const access = { accessToken: 'token', externalId: 'id', handle: 'ada' };
  for (status of [400, 401, 403, 404, 418, 451]) {
    for (const platform of postPlatforms) {
      const adapter = adapters.posts(platform)!;
      const read = await adapter.readMetrics(access, [{ postId: '1', apiId: '1' }]);
      expect([platform, status, read]).toMatchObject([platform, status, { problem: { kind: 'rejected' } }]);
      const renewed = await adapter.refresh({ accessToken: 'token', refreshToken: 'old' });
      expect([platform, status, renewed]).toMatchObject([
        platform,
        status,
        { problem: { kind: 'rejected' } },
      ]);
    }
  }
  await new Promise((resolve) => server.close(resolve));
});
