import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveLink } from './resolve-link.ts';

const asked: string[] = [];
let target = '';
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(302, { location: target }).end();
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const follow = async (location: string) => {
  asked.length = 0;
  target = location;
  return await resolveLink('https://vm.tiktok.com/ZMabc123/', base);
};

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:5432/',
  'http://localhost/@a/video/7345678901234567890',
  'https://evil.example/@a/video/7345678901234567890',
  'https://www.tiktok.com.evil.example/@a/video/7345678901234567890',
  'https://www.tiktok.com@evil.example/@a/video/7345678901234567890',
  'file:///etc/passwd',
  'https://www.tiktok.com/@a/photo/7345678901234567890',
  '//evil.example/ZMabc123',
])('a share link that leads to %s is not followed there', async (location) => {
  expect(await follow(location)).toMatchObject({ ok: false, problem: { kind: 'gone' } });
  expect(asked).toEqual(['/vm.tiktok.com/ZMabc123/']);
});

test('links that lead to each other end after three steps', async () => {
  expect(await follow('https://vt.tiktok.com/ZSabc123/')).toMatchObject({ problem: { kind: 'gone' } });
  expect(asked).toEqual(['/vm.tiktok.com/ZMabc123/', '/vt.tiktok.com/ZSabc123/', '/vt.tiktok.com/ZSabc123/']);
});

test('what the share link carried is left behind', async () => {
  const answer = await follow('https://m.tiktok.com/v/7345678901234567890.html?u_code=1&_r=1');
  expect(answer).toMatchObject({
    ok: true,
    value: { canonicalUrl: 'https://www.tiktok.com/@/video/7345678901234567890' },
  });
});
