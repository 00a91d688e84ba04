import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchPoster, isPosterUrl } from './fetch-poster.ts';

const server = createServer((request, response) => {
  if (request.url === '/videos/moved.jpg') response.writeHead(302, { location: '/videos/poster.jpg' }).end();
  else if (request.url === '/videos/huge.jpg') response.end(Buffer.alloc(5 * 1024 * 1024));
  else if (request.url === '/videos/poster.jpg') response.end('bytes');
  else response.writeHead(404).end();
});
let folder: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}/videos`;
});
afterAll(() => server.close());

describe('the server fetches posters only from the platforms’ own hosts', () => {
  test.each([
    ['https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg', 'youtube'],
    ['https://i9.ytimg.com/vi/a/hq720.jpg?sqp=x', 'youtube'],
    ['https://p16-sign-va.tiktokcdn.com/obj/a~tplv.jpeg?x-expires=1', 'tiktok'],
    ['https://p16-common-sign.tiktokcdn-us.com/a.webp', 'tiktok'],
    ['https://scontent-lis1-1.cdninstagram.com/v/t51.jpg', 'instagram'],
    ['https://scontent.xx.fbcdn.net/v/t51.jpg', 'instagram'],
  ] as const)('accepts %s', (address, platform) => {
    expect(isPosterUrl(address, platform, null)).toBe(true);
  });

  test.each([
    'http://i.ytimg.com/vi/a/hq720.jpg',
    'https://i.ytimg.com:8443/a.jpg',
    'https://i.ytimg.com@127.0.0.1/a.jpg',
    'https://user:word@i.ytimg.com/a.jpg',
    'https://i.ytimg.com.evil.example/a.jpg',
    'https://eviltiktokcdn.com/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4100/control/posts',
    'http://127.0.0.1:4100/videos/../control/posts',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '',
  ])('refuses %s', (address) => {
    for (const platform of ['youtube', 'tiktok', 'instagram'] as const) {
      expect(isPosterUrl(address, platform, 'http://127.0.0.1:4100/videos')).toBe(false);
    }
  });

  test('accepts the simulator’s folder in the demo', async () => {
    const answer = await fetchPoster(`${folder}/poster.jpg`, 'tiktok', folder);
    expect(answer.ok && answer.value.toString()).toBe('bytes');
    expect((await fetchPoster(`${folder}/poster.jpg`, 'tiktok', null)).ok).toBe(false);
  });

  test.each(['moved', 'huge', 'missing'])('refuses a poster that is %s', async (name) => {
    expect((await fetchPoster(`${folder}/${name}.jpg`, 'tiktok', folder)).ok).toBe(false);
  });
});
