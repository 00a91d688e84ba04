import { expect, test } from 'vitest';
import { measuredQuality } from './source-quality.ts';

test('a line that brings the sample in time plays the original', async () => {
  const asked: unknown[] = [];
  const quality = await measuredQuality('/media/1', 6_000_000, async (url, { headers }) => {
    asked.push(url, headers);
    return new Response('bytes', { status: 206 });
  });
  expect([quality, asked]).toEqual(['original', ['/media/1', { range: 'bytes=0-262143' }]]);
});

test('a line that is cut, or too slow for the sample, plays the light copy', async () => {
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
