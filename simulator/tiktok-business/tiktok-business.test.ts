import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { authorizeUrl, call, codeFor, decide, jsonBody, startTrial, type TestClock } from '../trial.ts';

let simulator: Simulator;
let clock: TestClock;
let api: string;
beforeAll(async () => {
  ({ simulator, clock } = await startTrial({ limits: { tiktokBusinessPerMinute: 12 } }));
  api = simulator.urls.tiktokBusinessApi;
});
afterAll(() => simulator.stop());

const redirect_uri = 'http://localhost:3000/back/';
const scope = 'user.info.basic,user.info.username,video.list,video.insights';
/** Returns the URL of the consent page as an app for Business opens it, without PKCE. */
function pageOf(extra: Record<string, string> = {}): string {
  const page = new URL(authorizeUrl(simulator, 'tiktok', { redirect_uri, scope, ...extra }));
  page.searchParams.delete('code_challenge');
  page.searchParams.delete('code_challenge_method');
  return page.href;
}
const keys = { client_id: 'app', client_secret: 'secret' };
const post = async (path: string, body: object) =>
  (await call(`${api}/tt_user/oauth2/${path}/`, jsonBody({ ...keys, ...body }))).json;

async function tokens(handle: string, withhold?: string) {
  const code = (await decide(pageOf(), 'allow', handle, withhold)).searchParams.get('code');
  return (await post('token', { grant_type: 'authorization_code', auth_code: code, redirect_uri })).data;
}
const list = async (token: string, asked: Record<string, string>, path = 'business/video/list') =>
  (
    await call(`${api}/${path}/?${new URLSearchParams(asked)}`, {
      headers: token ? { 'access-token': token } : {},
    })
  ).json;
const fields = (...names: string[]) => JSON.stringify(['item_id', ...names]);

test('an app for Business has redirect URLs of another form, and codes that Login Kit does not accept', async () => {
  expect((await call(pageOf({ redirect_uri: 'http://localhost:3000/back' }))).status).toBe(400);
  expect((await call(pageOf({ redirect_uri: 'http://localhost:3000/back/?a=b' }))).status).toBe(400);
  const login = await codeFor(simulator, 'tiktok', 'ada');
  const grant = { grant_type: 'authorization_code', redirect_uri };
  expect(await post('token', { ...grant, auth_code: login })).toMatchObject({ code: 40_131 });
  expect(await post('token', { ...grant, client_secret: undefined })).toMatchObject({ code: 40_002 });
  const { open_id, expires_in } = await tokens('ada');
  const account = await simulator.ensureAccount({ platform: 'tiktok', handle: 'ada' });
  expect(open_id).not.toBe(account.id);
  expect(expires_in).toBe(86_400);
  clock.advanceHours(1);
});

test('a refresh token works once and returns both tokens again, and an access token lives a day', async () => {
  const { refresh_token, open_id } = await tokens('bea');
  const renewed = await post('refresh_token', { grant_type: 'refresh_token', refresh_token });
  expect(renewed.data.refresh_token).not.toBe(refresh_token);
  expect(await post('refresh_token', { grant_type: 'refresh_token', refresh_token })).toMatchObject({
    code: 40_105,
  });
  clock.advanceHours(25);
  const asked = { business_id: open_id };
  expect(await list(renewed.data.access_token, asked)).toMatchObject({ code: 40_105 });
  expect(await list('', asked)).toMatchObject({ code: 40_105 });
});

test('refuses the parameters that TikTok refuses, and shows no other account', async () => {
  const { access_token: token, open_id: business_id } = await tokens('cem');
  const other = await tokens('dan');
  expect(await list(token, { business_id: other.open_id })).toMatchObject({ code: 40_001 });
  const wrongs: Record<string, string>[] = [
    { fields: 'item_id' },
    { fields: '["video_views"]' },
    { fields: fields('secrets') },
    { filters: '{"video_ids":[]}' },
    { filters: 'video_ids' },
    { max_count: '21' },
    { cursor: 'now' },
  ];
  for (const wrong of wrongs)
    expect(await list(token, { business_id, ...wrong })).toMatchObject({ code: 40_002 });
  clock.advanceHours(1);
  const narrow = await tokens('cem', 'video.insights');
  const insights = { business_id, fields: fields('total_time_watched') };
  expect(await list(narrow.access_token, insights)).toMatchObject({ code: 40_001 });
  expect(await list(narrow.access_token, { business_id, fields: fields('video_views') })).toMatchObject({
    code: 0,
  });
});

test('lists posts in pages, newest first, and named ones without a page', async () => {
  clock.advanceHours(1);
  const made: string[] = [];
  for (let hour = 0; hour < 5; hour++) {
    made.unshift((await simulator.createPost({ platform: 'tiktok', handle: 'pager' })).id);
    clock.advanceHours(1);
  }
  const { access_token: token, open_id: business_id } = await tokens('pager');
  const first = (await list(token, { business_id, max_count: '3' })).data;
  const idsOf = ({ videos }: { videos: { item_id: string }[] }) => videos.map(({ item_id }) => item_id);
  expect(idsOf(first)).toEqual(made.slice(0, 3));
  expect(first.has_more).toBe(true);
  const next = (await list(token, { business_id, cursor: String(first.cursor) })).data;
  expect(idsOf(next)).toEqual(made.slice(3));
  const named = await list(token, { business_id, filters: JSON.stringify({ video_ids: [made[4]] }) });
  expect(named.data).toMatchObject({ has_more: false, cursor: 0, videos: [{ item_id: made[4] }] });
});

test('above the calls per minute it answers with status 200 and a code', async () => {
  clock.advanceHours(1);
  const { access_token: token, open_id: business_id } = await tokens('eve');
  let last = await list(token, { business_id });
  for (let i = 0; i < 20 && last.code === 0; i++) last = await list(token, { business_id });
  expect(last).toMatchObject({ code: 40_100, data: {} });
  clock.advanceHours(1);
  expect(await list(token, { business_id })).toMatchObject({ code: 0 });
});
