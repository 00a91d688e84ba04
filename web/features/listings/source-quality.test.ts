import { expect, test } from 'vitest';
import { firstOf, formsOf, measuredQuality, positionKeeper } from './source-quality.ts';

test('a connection that loads the sample in time plays the original', async () => {
  const asked: unknown[] = [];
  const quality = await measuredQuality('/media/1', 6_000_000, async (url, { headers }) => {
    asked.push(url, headers);
    return new Response('bytes', { status: 206 });
  });
  expect([quality, asked]).toEqual(['original', ['/media/1', { range: 'bytes=0-262143' }]]);
});

test('a failed connection or one too slow for the sample plays the light copy', async () => {
  const cut = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await measuredQuality('/media/1', 6_000_000, cut)).toBe('light');
  const never = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason)),
    );
  expect(await measuredQuality('/media/1', 1e12, never)).toBe('light');
});

test('the only playable form starts, so that it continues when a light copy becomes ready', () => {
  const copy = { url: '/media/1/light', share: 1 };
  const begins = (...source: [light: typeof copy | null, unplayable?: string[]]) =>
    firstOf(formsOf({ light: source[0], unplayable: source[1] ?? [] }));
  expect(begins(null)).toBe('original');
  expect(begins(copy, ['HEVC (H.265)'])).toBe('light');
  expect([begins(copy), begins(null, ['HEVC (H.265)'])]).toEqual([null, null]);
});

/** A player like that of a browser: a new source begins at 0:00 and is paused. */
class Video extends EventTarget {
  currentTime = 83;
  playbackRate = 1.5;
  paused = false;
  restart() {
    Object.assign(this, { currentTime: 0, playbackRate: 1, paused: true });
  }
  async play() {
    this.paused = false;
  }
}

test('a form chosen before the previous one has started continues at the position of the first', () => {
  const video = new Video();
  const keepPosition = positionKeeper();
  const here = () => [video.currentTime, video.playbackRate, video.paused];
  for (const _ of ['light', 'original']) {
    keepPosition(video);
    video.restart();
  }
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(here()).toEqual([83, 1.5, false]);
  video.currentTime = 120;
  video.paused = true;
  keepPosition(video);
  video.restart();
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(here()).toEqual([120, 1.5, true]);
});
