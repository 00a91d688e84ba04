import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, codeFor, connect, form, jsonBody, redirectUri, startTrial, type TestClock } from '../trial.ts';

let simulator: Simulator;
let clock: TestClock;
let api: string;

beforeAll(async () => {
  ({ simulator, clock } = await startTrial({ limits: { tiktokRequestsPerMinute: 12 } }));
  api = simulator.urls.tiktokApi;
});
afterAll(() => simulator.stop());

const curve = [{ hours: 24, views: 15_000, likes: 800, comments: 12, shares: 60 }];
const fields = 'id,create_time,share_url,video_description,duration,view_count,like_count,comment_count';

function query(token: string, ids: string[], asked = fields) {
  const body = jsonBody({ filters: { video_ids: ids } }, { authorization: `Bearer ${token}` });
  return call(`${api}/v2/video/query/?fields=${asked}`, body);
}

function refresh(token: string) {
  const keys = { client_key: 'app', client_secret: 'secret' };
  return call(`${api}/v2/oauth/token/`, form({ ...keys, grant_type: 'refresh_token', refresh_token: token }));
}

test("video query shows only the user's own videos, with ids as strings that contain their time", async () => {
  const own = await simulator.createPost({ platform: 'tiktok', handle: 'bo', curve, caption: 'Hey #ad' });
  const other = await simulator.createPost({ platform: 'tiktok', handle: 'other' });
  expect(own.url).toBe(`https://www.tiktok.com/@bo/video/${own.id}`);
  expect(BigInt(own.id)).toBeGreaterThan(2n ** 53n);
  const idSeconds = Number(BigInt(own.id) >> 32n);
  expect(own.postedAt.getTime() / 1000 - idSeconds).toBeGreaterThanOrEqual(2);
  expect(own.postedAt.getTime() / 1000 - idSeconds).toBeLessThanOrEqual(12);

  clock.advanceHours(24);
  const { access_token } = await connect(simulator, 'tiktok', 'bo');
  const reply = await query(access_token, [own.id, other.id, '7000000000000000000']);
  expect(reply.json.error.code).toBe('ok');
  expect(reply.json.data.videos).toEqual([
    expect.objectContaining({
      id: own.id,
      view_count: 15_000,
      like_count: 800,
      video_description: 'Hey #ad',
    }),
  ]);
});

test('video list pages by time, newest first', async () => {
  for (let hour = 0; hour < 5; hour += 1) {
    await simulator.createPost({ platform: 'tiktok', handle: 'pager' });
    clock.advanceHours(1);
  }
  const { access_token } = await connect(simulator, 'tiktok', 'pager');
  const headers = { authorization: `Bearer ${access_token}` };
  const page = (body: object) => call(`${api}/v2/video/list/?fields=id,create_time`, jsonBody(body, headers));
  const first = await page({ max_count: 3 });
  expect(first.json.data).toMatchObject({ has_more: true, videos: { length: 3 } });
  const second = await page({ max_count: 3, cursor: first.json.data.cursor });
  expect(second.json.data).toMatchObject({ has_more: false, videos: { length: 2 } });
  expect((await page({ max_count: 21 })).json.error.code).toBe('invalid_params');
});

test('user info contains only what the scopes allow', async () => {
  await simulator.ensureAccount({ platform: 'tiktok', handle: 'bo', followers: 1234, bio: 'code 123456' });
  const { access_token, open_id } = await connect(simulator, 'tiktok', 'bo');
  const headers = { authorization: `Bearer ${access_token}` };
  const reply = await call(`${api}/v2/user/info/?fields=open_id,username,follower_count,bio_description`, {
    headers,
  });
  expect(reply.json.data.user).toEqual({
    open_id,
    username: 'bo',
    follower_count: 1234,
    bio_description: 'code 123456',
  });
});

test('access tokens live two hours, and a refresh token works once, followed by its successor', async () => {
  const first = await connect(simulator, 'tiktok', 'bo');
  expect(first).toMatchObject({ expires_in: 7200, refresh_expires_in: 15_552_000, token_type: 'Bearer' });
  clock.advanceHours(2);
  const dead = await query(first.access_token, ['1']);
  expect(dead.status).toBe(401);
  expect(dead.json.error.code).toBe('access_token_invalid');

  const second = await refresh(first.refresh_token);
  expect(second.json.refresh_token).not.toBe(first.refresh_token);
  const reused = await refresh(first.refresh_token);
  expect(reused.status).toBe(400);
  expect(reused.json).toMatchObject({ error: 'invalid_grant', log_id: expect.any(String) });
  expect((await refresh(second.json.refresh_token)).status).toBe(200);
});

test('a code works once, and only for its app and redirect URL', async () => {
  const exchange = async (code: string, change: Record<string, string> = {}) =>
    call(
      `${api}/v2/oauth/token/`,
      form({
        client_key: 'app',
        client_secret: 'secret',
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: 'a-verifier-of-more-than-forty-three-characters-0123',
        ...change,
      }),
    );
  const code = await codeFor(simulator, 'tiktok', 'bo');
  expect((await exchange(code)).status).toBe(200);
  expect((await exchange(code)).json.error).toBe('invalid_grant');
  const changes: Record<string, string>[] = [
    { client_key: 'another' },
    { redirect_uri: `${redirectUri}/x` },
    { code_verifier: 'wrong' },
  ];
  for (const change of changes) {
    expect((await exchange(await codeFor(simulator, 'tiktok', 'bo'), change)).json.error).toBe(
      'invalid_grant',
    );
  }
  const late = await codeFor(simulator, 'tiktok', 'bo');
  clock.advanceHours(0.2);
  expect((await exchange(late)).json.error).toBe('invalid_grant');
});

test('a revoked consent and a person who disconnects both end the tokens', async () => {
  const revoked = await connect(simulator, 'tiktok', 'bo');
  const keys = { client_key: 'app', client_secret: 'secret' };
  await call(`${api}/v2/oauth/revoke/`, form({ ...keys, token: revoked.access_token }));
  expect((await refresh(revoked.refresh_token)).json.error).toBe('invalid_grant');

  const removed = await connect(simulator, 'tiktok', 'bo');
  await simulator.disconnect('tiktok', removed.open_id);
  expect((await query(removed.access_token, ['1'])).json.error.code).toBe('access_token_invalid');
});

test('wrong fields, too many ids and too many calls are refused', async () => {
  clock.advanceHours(1);
  const { access_token } = await connect(simulator, 'tiktok', 'bo');
  expect((await query(access_token, ['1'], 'id,nonsense')).json.error.code).toBe('invalid_params');
  expect((await query(access_token, Array(21).fill('1'))).json.error.code).toBe('invalid_params');
  for (let calls = 2; calls < 12; calls += 1) {
    expect((await query(access_token, ['1'])).status).toBe(200);
  }
  const limited = await query(access_token, ['1']);
  expect(limited.status).toBe(429);
  expect(limited.json.error.code).toBe('rate_limit_exceeded');
  clock.advanceHours(1 / 30);
  expect((await query(access_token, ['1'])).status).toBe(200);
});

test('a share link leads to the post', async () => {
  const post = await simulator.createPost({ platform: 'tiktok', handle: 'bo' });
  const { host, pathname } = new URL(post.shortUrl!);
  const reply = await call(`${simulator.urls.tiktokShort}/${host}${pathname}`);
  expect(reply.status).toBe(301);
  expect(reply.headers.get('location')).toContain(post.url);
  expect((await call(`${simulator.urls.tiktokShort}/vm.tiktok.com/nothing`)).status).toBe(404);
});
