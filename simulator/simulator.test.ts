import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from './simulator.ts';
import { call, connect, jsonBody, startTrial, testClock } from './trial.ts';

let folder: string;
const running: Simulator[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'));
});
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop();
  await rm(folder, { recursive: true });
});

async function start(options: Parameters<typeof startTrial>[0] = {}) {
  const trial = await startTrial(options);
  running.push(trial.simulator);
  return trial;
}

test('accounts, posts, tokens and faults survive a restart, and counts continue', async () => {
  const stateFile = join(folder, 'simulator', 'state.json');
  const clock = testClock();
  const first = await startSimulator({ clock, stateFile });
  const post = await first.createPost({ platform: 'tiktok', handle: 'eve' });
  const tokens = await connect(first, 'tiktok', 'eve');
  const read = (simulator: Simulator) =>
    call(
      `${simulator.urls.tiktokApi}/v2/video/query/?fields=id,view_count,like_count`,
      jsonBody({ filters: { video_ids: [post.id] } }, { authorization: `Bearer ${tokens.access_token}` }),
    );
  clock.advanceHours(1);
  const before = (await read(first)).json.data;
  await first.setFault({ service: 'twitch', mode: 'down', minutes: 60 });
  await first.stop();

  const second = await startSimulator({ clock, stateFile });
  running.push(second);
  expect((await read(second)).json.data).toEqual(before);
  expect(before.videos[0].view_count).toBeGreaterThan(0);
  expect((await call(`${second.urls.twitchId}/oauth2/validate`)).status).toBe(503);
  expect(await readdir(join(folder, 'simulator'))).toEqual(['state.json']);
});

test('many simultaneous changes are all on disk when they are acknowledged', async () => {
  const stateFile = join(folder, 'state.json');
  const { simulator } = await start({ stateFile });
  await Promise.all(
    Array.from({ length: 30 }, (_, nth) => simulator.createPost({ platform: 'tiktok', handle: `h${nth}` })),
  );
  const again = await start({ stateFile });
  expect((await call(`${again.simulator.baseUrl}/control/posts`)).json).toHaveLength(30);
});

test('a file that is no state stops the start, which names the file', async () => {
  const stateFile = join(folder, 'state.json');
  await writeFile(stateFile, '{"half":');
  await expect(start({ stateFile })).rejects.toThrow(stateFile);
});

test('two simulators with one seed produce the same data', async () => {
  const posts = await Promise.all(
    [1, 2].map(async () => {
      const { simulator, clock } = await start({ seed: 5 });
      const post = await simulator.createPost({ platform: 'youtube', handle: 'same', scenario: 'drip' });
      clock.advanceHours(30);
      const query = `key=k&part=statistics&id=${post.id}`;
      return (await call(`${simulator.urls.youtubeApi}/videos?${query}`)).json.items;
    }),
  );
  expect(posts[0]).toEqual(posts[1]);
  expect(Number(posts[0][0].statistics.viewCount)).toBeGreaterThan(0);
});

test('each fault lasts its minutes and affects its own service only', async () => {
  const { simulator, clock } = await start();
  const videos = () => call(`${simulator.urls.youtubeApi}/videos?key=k&part=id&id=a`);
  const fault = (mode: 'down' | 'slow' | 'rate-limited' | 'garbled') =>
    simulator.setFault({ service: 'youtube', mode, minutes: 30 });
  await fault('down');
  expect((await videos()).status).toBe(503);
  expect((await call(`${simulator.urls.instagramGraph}/me`)).json.error.code).toBe(190);
  await fault('rate-limited');
  expect((await videos()).json.error.errors[0].reason).toBe('rateLimitExceeded');
  await fault('garbled');
  const garbled = await Promise.all([videos(), videos(), videos()]);
  expect(garbled.every((reply) => !Array.isArray(reply.json?.items))).toBe(true);
  await fault('slow');
  const begun = performance.now();
  expect((await videos()).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(250);
  clock.advanceHours(0.6);
  expect((await videos()).json.items).toEqual([]);
});

test.each([
  ['tiktok', 429, (simulator: Simulator) => `${simulator.urls.tiktokApi}/v2/user/info/`],
  ['instagram', 403, (simulator: Simulator) => `${simulator.urls.instagramGraph}/me`],
  ['twitch', 429, (simulator: Simulator) => `${simulator.urls.twitchApi}/users`],
] as const)('%s answers a rate limit in its own format', async (service, status, url) => {
  const { simulator } = await start();
  await simulator.setFault({ service, mode: 'rate-limited', minutes: 5 });
  expect((await call(url(simulator))).status).toBe(status);
});

test('tools control it over HTTP, and invalid input is refused with a reason', async () => {
  const { simulator, clock } = await start();
  const control = `${simulator.baseUrl}/control`;
  const curve = [{ hours: 2, views: 100 }];
  const made = await call(`${control}/posts`, jsonBody({ platform: 'youtube', handle: 'fay', curve }));
  expect(made.json.url).toContain('https://www.youtube.com/shorts/');
  clock.advanceHours(2);
  expect((await call(`${control}/posts`)).json[0].counts.views).toBe(100);
  const patch = (path: string, body: object) => call(`${control}/${path}`, jsonBody(body, {}, 'PATCH'));
  expect((await patch(`posts/youtube/${made.json.id}`, { visibility: 'private' })).status).toBe(204);
  expect((await patch('posts/youtube/nothing', { visibility: 'private' })).status).toBe(404);
  expect((await patch('faults', { service: 'tiktok', mode: 'down', minutes: 5 })).status).toBe(204);
  const bio = { platform: 'tiktok', handle: 'fay', bio: 'permille-1234' };
  expect((await call(`${control}/accounts`, jsonBody(bio))).json.bio).toBe('permille-1234');
  for (const wrong of [
    { platform: 'myspace', handle: 'x' },
    { platform: 'tiktok', handle: 'two words' },
    { platform: 'tiktok', handle: 'x', curve: [{ hours: -1, views: 1 }] },
    { platform: 'tiktok', handle: 'x', scenario: 'nonsense' },
  ]) {
    expect((await call(`${control}/posts`, jsonBody(wrong))).status).toBe(400);
  }
});

test('pages for browsers use the public URL, and calls of the server do not', async () => {
  const { simulator } = await start({ publicBaseUrl: 'https://demo.example/simulator' });
  expect(simulator.urls.tiktokAuth).toMatch(/^https:\/\/demo\.example\/simulator\//);
  expect(simulator.urls.tiktokApi).toMatch(/^http:\/\/127\.0\.0\.1:/);
});
