import { expect, test } from 'vitest';
import { createServer } from '#server/http/server.ts';
import { createLog } from '#server/infra/log.ts';
import { frameOrigins, playerUrl } from './players.ts';
import { liveEndpoints } from './services.ts';

const frameSrcOf = async (endpoints: typeof liveEndpoints) => {
  const frames = frameOrigins(endpoints);
  const server = await createServer({
    ...{ appUrl: 'https://permille.example', trustProxy: false as const, log: createLog('silent'), frames },
  });
  const { headers } = await server.inject({ url: '/' });
  await server.close();
  return /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))![1]!.split(' ');
};

const posts = ['https://www.tiktok.com', 'https://www.youtube-nocookie.com', 'https://www.instagram.com'];
const sources = ['https://player.twitch.tv', 'https://clips.twitch.tv'];

test('a page may frame only the players of the platforms', async () => {
  expect(await frameSrcOf(liveEndpoints)).toEqual([...posts, ...sources]);
});

test('a page may frame the simulator instead in the demo', async () => {
  const at = 'http://127.0.0.1:4100';
  const simulated = { youtubePlayer: `${at}/a`, tiktokPlayer: `${at}/b`, instagramPlayer: `${at}/c` };
  const framed = await frameSrcOf({ ...liveEndpoints, ...simulated });
  expect(framed).toEqual([at, 'https://www.youtube-nocookie.com', ...sources]);
});

test.each([
  [
    'youtube',
    'dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0',
  ],
  ['tiktok', '7311111111111111111', 'https://www.tiktok.com/player/v1/7311111111111111111?autoplay=1&rel=0'],
  ['instagram', 'DAbc_-12345', 'https://www.instagram.com/p/DAbc_-12345/embed/'],
] as const)('returns the player’s address of %s', (platform, id, src) => {
  expect(playerUrl(liveEndpoints, platform, id)).toBe(src);
  expect(posts).toContain(new URL(src).origin);
});
