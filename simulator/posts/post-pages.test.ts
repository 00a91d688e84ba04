import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, startTrial, type TestClock } from '../trial.ts';
import { videoFolder, videos } from '../videos.ts';
import type { MadePost } from './posts.ts';

let simulator: Simulator;
let clock: TestClock;
beforeAll(async () => {
  ({ simulator, clock } = await startTrial());
});
afterAll(() => simulator.stop());

const curve = [{ hours: 24, views: 15_000, likes: 600, comments: 12, shares: 9 }];
const made = (platform: MadePost['platform'], caption = 'Boss run <3') =>
  simulator.createPost({ platform, handle: 'ada', curve, caption });
const pageOf = ({ url }: { url: string }) => call(`${simulator.urls.posts}?url=${encodeURIComponent(url)}`);
const players = {
  youtube: (id: string) => `${simulator.urls.youtubePlayer}/embed/${id}`,
  tiktok: (id: string) => `${simulator.urls.tiktokPlayer}/player/v1/${id}`,
  instagram: (id: string) => `${simulator.urls.instagramPlayer}/p/${id}/embed`,
};
const videoIn = (text: string) => /src="(http[^"]+\.webm)"/.exec(text)![1]!;

test("a post's page shows title, account, film and the current counts", async () => {
  const post = await made('tiktok');
  clock.advanceHours(24);
  const { status, text, headers } = await pageOf(post);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Boss run &#60;3</h1>');
  expect(text).toContain('@ada');
  expect(text).toContain('15,000 views, 600 likes, 12 comments, 9 shares');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect((await fetch(videoIn(text))).headers.get('content-type')).toBe('video/webm');
});

test.each(['youtube', 'tiktok', 'instagram'] as const)(
  'the player of %s plays the film of its page in a frame',
  async (platform) => {
    const post = await made(platform);
    const player = await call(players[platform](post.id));
    expect(videoIn(player.text)).toBe(videoIn((await pageOf(post)).text));
    expect(player.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const part = await fetch(videoIn(player.text), { headers: { range: 'bytes=0-99' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
  },
);

test('a private or deleted post has neither page nor player, and the reply says so', async () => {
  const post = await made('youtube');
  for (const visibility of ['private', 'deleted'] as const) {
    await simulator.setPostState('youtube', post.id, { visibility });
    expect((await pageOf(post)).status).toBe(404);
    expect((await call(players.youtube(post.id))).text).toContain('This video is unavailable.');
  }
  expect((await pageOf({ url: 'https://example.com/' })).status).toBe(404);
});

test('a post is as long as its film', async () => {
  const post = await made('youtube');
  const { json } = await call(`${simulator.urls.youtubeApi}/videos?key=k&part=contentDetails&id=${post.id}`);
  const { text } = await pageOf(post);
  const { seconds } = videos.find(({ name }) => videoIn(text).endsWith(`/${name}.webm`))!;
  expect(json.items[0].contentDetails.duration).toBe(`PT${seconds}S`);
});

test('a post with a named film shows a cut of it, everywhere', async () => {
  const post = await simulator.createPost({ platform: 'tiktok', handle: 'ada', curve, film: 'city' });
  const { text } = await pageOf(post);
  const [, film] = /\/(city-[12])\.webm$/.exec(videoIn(text))!;
  expect(post.posterUrl).toMatch(new RegExp(`/${film}\\.jpg$`));
  expect(post.durationSeconds).toBe(videos.find(({ name }) => name === film)!.seconds);
});

test('only films and posters are served', async () => {
  for (const name of ['..%2Fvideos.ts', '..%2f..%2fpackage.json', 'nothing.webm', '%00']) {
    expect((await fetch(`${simulator.baseUrl}/videos/${name}`)).status).toBeGreaterThanOrEqual(400);
  }
});

test('every film and its poster are shipped, in two megabytes at most', () => {
  const files = readdirSync(videoFolder);
  const endings = ['jpg', 'small.webp', 'webm'];
  expect(files.toSorted()).toEqual(
    videos.flatMap(({ name }) => endings.map((ending) => `${name}.${ending}`)).toSorted(),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(videoFolder, file)).size, 0);
  expect(bytes).toBeLessThan(2_000_000);
});
