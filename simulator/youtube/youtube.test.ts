import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, connect, form, startTrial, type TestClock } from '../trial.ts';

let simulator: Simulator;
let clock: TestClock;
let api: string;

beforeAll(async () => {
  ({ simulator, clock } = await startTrial({ limits: { youtubeUnitsPerDay: 40 } }));
  api = simulator.urls.youtubeApi;
});
afterAll(() => simulator.stop());

const curve = [{ hours: 24, views: 15_000, likes: 600, comments: 12, shares: 9 }];
const parts = 'part=snippet,statistics&part=contentDetails,status,paidProductPlacementDetails';

test('counters are strings, exact at the points of the curve, and both repeated and joined ids work', async () => {
  const post = await simulator.createPost({
    platform: 'youtube',
    handle: 'Ada',
    curve,
    caption: 'Run\nNew best #ad',
  });
  expect(post.url).toBe(`https://www.youtube.com/shorts/${post.id}`);
  clock.advanceHours(24);
  const joined = await call(`${api}/videos?key=k1&${parts}&id=${post.id},missing0000`);
  expect(joined.json.items).toHaveLength(1);
  expect(joined.json.items[0]).toMatchObject({
    id: post.id,
    snippet: { title: 'Run', description: 'New best #ad', publishedAt: post.postedAt.toISOString() },
    statistics: { viewCount: '15000', likeCount: '600', commentCount: '12' },
    paidProductPlacementDetails: { hasPaidProductPlacement: false },
  });
  const stats = await call(
    `${api}/videos:batchGetStats?key=k1&part=id,snippet,statistics,contentDetails&id=${post.id}&id=x`,
  );
  expect(stats.json.items[0].statistics.viewCount).toBe('15000');
  expect(stats.json.items[0].contentDetails.duration).toMatch(/^\d+s$/);
});

test('hidden likes and closed comments are missing, not zero', async () => {
  const hidden = { likesHidden: true, commentsOff: true };
  const post = await simulator.createPost({ platform: 'youtube', handle: 'ada', curve, ...hidden });
  const reply = await call(`${api}/videos?key=k1&part=statistics&id=${post.id}`);
  expect(reply.json.items[0].statistics).toEqual({ viewCount: '0', favoriteCount: '0' });
});

test('a deleted or private video is omitted with status 200, and is back when restored', async () => {
  const post = await simulator.createPost({ platform: 'youtube', handle: 'ada' });
  const items = async () => (await call(`${api}/videos?key=k1&part=snippet&id=${post.id}`)).json.items.length;
  for (const visibility of ['deleted', 'private'] as const) {
    await simulator.setPostState('youtube', post.id, { visibility });
    expect(await items()).toBe(0);
  }
  await simulator.setPostState('youtube', post.id, { visibility: 'public' });
  expect(await items()).toBe(1);
});

test('a video whose scenario deletes and restores it is missing in that time only', async () => {
  const post = await simulator.createPost({
    platform: 'youtube',
    handle: 'ada',
    scenario: 'deleted-restored',
  });
  const seen: boolean[] = [];
  for (let hours = 0; hours < 240; hours += 2) {
    const { json } = await call(`${api}/videos?key=k1&part=snippet&id=${post.id}`);
    seen.push(json.items.length === 1);
    clock.advanceHours(2);
  }
  const shown = seen.map(Number).join('');
  expect(shown).toMatch(/^1+0+1+$/);
});

test('the platform can remove views', async () => {
  const post = await simulator.createPost({ platform: 'youtube', handle: 'ada', curve });
  clock.advanceHours(24);
  await simulator.setPostState('youtube', post.id, { removeViews: 4_000 });
  const reply = await call(`${api}/videos?key=k1&part=statistics&id=${post.id}`);
  expect(reply.json.items[0].statistics.viewCount).toBe('11000');
});

test('a connected channel reads itself, refreshes, and ends with the revocation', async () => {
  const tokens = await connect(simulator, 'youtube', '@Ada');
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const mine = `${api}/channels?part=snippet,statistics&mine=true`;
  const channel = (await call(mine, bearer(tokens.access_token))).json.items[0];
  expect(channel).toMatchObject({ id: expect.stringMatching(/^UC/), snippet: { customUrl: '@ada' } });
  expect((await call(`${api}/channels?key=k1&part=id&forHandle=@ada`)).json.items[0].id).toBe(channel.id);

  clock.advanceHours(1);
  expect((await call(mine, bearer(tokens.access_token))).json.error.errors[0].reason).toBe('authError');
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id: 'app',
    client_secret: 's',
  };
  const fresh = await call(simulator.urls.youtubeToken, form(refresh));
  expect(fresh.json).toMatchObject({ expires_in: 3599, token_type: 'Bearer' });
  expect(fresh.json.refresh_token).toBeUndefined();
  expect((await call(mine, bearer(fresh.json.access_token))).status).toBe(200);

  expect((await call(simulator.urls.youtubeRevoke, form({ token: tokens.refresh_token }))).status).toBe(200);
  expect((await call(mine, bearer(fresh.json.access_token))).status).toBe(401);
  expect((await call(simulator.urls.youtubeToken, form(refresh))).json.error).toBe('invalid_grant');
});

test('a Google account without a channel has no items', async () => {
  await simulator.ensureAccount({ platform: 'youtube', handle: 'watcher', professional: false });
  const { access_token } = await connect(simulator, 'youtube', 'watcher');
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await call(`${api}/channels?part=id&mine=true`, { headers })).json.items).toEqual([]);
});

test.each([
  ['no key', 'part=id&id=a', 403, 'forbidden'],
  ['a wrong key', 'key=invalid-1&part=id&id=a', 400, 'keyInvalid'],
  ['no part', 'key=k1&id=a', 400, 'missingRequiredParameter'],
  ['no id', 'key=k1&part=id', 400, 'missingRequiredParameter'],
])("a call with %s is refused in the API's own error format", async (_what, query, status, reason) => {
  const reply = await call(`${api}/videos?${query}`);
  expect(reply.status).toBe(status);
  expect(reply.json.error).toMatchObject({ code: status, errors: [{ reason }] });
});

test('an exhausted quota ends a bucket until midnight Pacific and does not affect the other bucket', async () => {
  const videos = () => call(`${api}/videos?key=k9&part=id&id=a`);
  for (let unit = 0; unit < 40; unit += 1) expect((await videos()).status).toBe(200);
  const refused = await videos();
  expect(refused.json.error.errors[0]).toMatchObject({ domain: 'youtube.quota', reason: 'quotaExceeded' });
  expect((await call(`${api}/videos:batchGetStats?key=k9&part=id&id=a`)).status).toBe(200);
  clock.advanceHours(24);
  expect((await videos()).status).toBe(200);
});
