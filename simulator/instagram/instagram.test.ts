import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, connect, startTrial, type TestClock } from '../trial.ts';

let simulator: Simulator;
let clock: TestClock;
let graph: string;

beforeAll(async () => {
  ({ simulator, clock } = await startTrial());
  graph = simulator.urls.instagramGraph;
});
afterAll(() => simulator.stop());

const curve = [{ hours: 24, views: 15_000, likes: 350, comments: 12, shares: 60 }];

async function signIn(handle: string) {
  const { access_token } = await connect(simulator, 'instagram', handle);
  const get = (path: string) =>
    call(`${graph}/v26.0/${path}${path.includes('?') ? '&' : '?'}access_token=${access_token}`);
  const { user_id } = (await get('me?fields=user_id,username')).json;
  return { get, user: user_id as string, token: access_token as string };
}

test("the connected user's media are found by shortcode over pages, and the shortcode contains the time", async () => {
  for (let nth = 0; nth < 5; nth += 1) await simulator.createPost({ platform: 'instagram', handle: 'cy' });
  const post = await simulator.createPost({
    platform: 'instagram',
    handle: 'cy',
    caption: '#ad Look',
    postedAt: new Date(clock.now().getTime() - 3_600_000),
  });
  const { get, user } = await signIn('cy');
  const fields = 'fields=id,shortcode,caption,timestamp,media_product_type';
  const first = await get(`${user}/media?${fields}&limit=4`);
  expect(first.json.data).toHaveLength(4);
  expect(first.json.paging.next).toContain('after=');
  const second = await get(`${user}/media?${fields}&limit=4&after=${first.json.paging.cursors.after}`);
  expect(second.json.data).toHaveLength(2);
  expect(second.json.paging.next).toBeUndefined();
  const found = second.json.data.find((one: { shortcode: string }) => one.shortcode === post.id);
  expect(found).toMatchObject({ caption: '#ad Look', media_product_type: 'REELS' });

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const key = [...post.id].reduce((sum, one) => sum * 64n + BigInt(alphabet.indexOf(one)), 0n);
  const skew = post.postedAt.getTime() - (Number(key >> 23n) + 1_314_220_021_721);
  expect(skew).toBeGreaterThanOrEqual(0);
  expect(skew).toBeLessThanOrEqual(90_000);
});

test('insights contain the requested metrics, and late data are an empty set, not zero', async () => {
  const late = await simulator.createPost({ platform: 'instagram', handle: 'cy', curve, dataLagHours: 48 });
  const { get, user } = await signIn('cy');
  const media = await get(`${user}/media?fields=id,shortcode&limit=50`);
  const id = media.json.data.find((one: { shortcode: string }) => one.shortcode === late.id).id;
  clock.advanceHours(24);
  expect((await get(`${id}/insights?metric=views,likes`)).json).toEqual({ data: [] });
  clock.advanceHours(48);
  const full = await get(`${id}/insights?metric=views,likes`);
  expect(full.json.data.map((one: { name: string; values: object[] }) => [one.name, one.values])).toEqual([
    ['views', [{ value: 15_000 }]],
    ['likes', [{ value: 350 }]],
  ]);
  const unsupported = await get(`${id}/insights?metric=views,plays`);
  expect(unsupported.json.error).toMatchObject({ code: 100, type: 'OAuthException' });
  await simulator.setPostState('instagram', late.id, { visibility: 'deleted' });
  expect((await get(`${id}/insights?metric=views`)).json.error.error_subcode).toBe(33);
});

test("nobody reads another user's insights, or anything of a personal account", async () => {
  await simulator.createPost({ platform: 'instagram', handle: 'cy' });
  const owner = await signIn('cy');
  const { json } = await owner.get(`${owner.user}/media?fields=id`);
  const stranger = await signIn('stranger');
  expect((await stranger.get(`${json.data[0].id}/insights?metric=views`)).status).toBe(400);
  expect((await stranger.get(`${owner.user}/media?fields=id`)).status).toBe(400);

  await simulator.ensureAccount({ platform: 'instagram', handle: 'personal', professional: false });
  const personal = await connect(simulator, 'instagram', 'personal');
  const me = await call(`${graph}/me?fields=user_id&access_token=${personal.access_token}`);
  expect(me.json.error.message).toContain('not an Instagram business');
});

test('a long token lives 60 days, is refreshed after one, and then answers 190', async () => {
  const { token } = await signIn('cy');
  const refresh = (one: string) =>
    call(`${graph}/refresh_access_token?grant_type=ig_refresh_token&access_token=${one}`);
  expect((await refresh(token)).json.error.code).toBe(100);
  clock.advanceHours(25);
  const fresh = await refresh(token);
  expect(fresh.json).toMatchObject({ token_type: 'bearer', expires_in: 60 * 86_400 });
  clock.advanceHours(59 * 24);
  expect((await refresh(token)).json.error).toMatchObject({ code: 190, error_subcode: 463 });
  expect((await refresh(fresh.json.access_token)).status).toBe(200);
});
