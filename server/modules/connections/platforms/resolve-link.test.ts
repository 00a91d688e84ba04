import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveLink } from './resolve-link.ts';

const asked: string[] = [];
let target: string | null = '';
let status = 302;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(status, target === null ? {} : { location: target }).end();
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const follow = async (location: string | null, answered = 302) => {
  asked.length = 0;
  target = location;
  status = answered;
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
  '//evil.example/ZMabc123',
  'https://evil.example/login?next=https://www.tiktok.com/@a/video/7345678901234567890',
  'https://evil.example/?"https://www.tiktok.com/@a/video/7345678901234567890"',
  'https://www.tiktok.com/',
  'https://www.tiktok.com/@a',
])('does not follow a share link to %s', async (location) => {
  expect(await follow(location)).toMatchObject({ ok: false, problem: { kind: 'gone' } });
  expect(asked).toEqual(['/vm.tiktok.com/ZMabc123/']);
});

test('gives up after three steps when links lead to each other', async () => {
  expect(await follow('https://vt.tiktok.com/ZSabc123/')).toMatchObject({ problem: { kind: 'gone' } });
  expect(asked).toEqual(['/vm.tiktok.com/ZMabc123/', '/vt.tiktok.com/ZSabc123/', '/vt.tiktok.com/ZSabc123/']);
});

test('removes the parameters of the share link', async () => {
  const answer = await follow('https://m.tiktok.com/v/7345678901234567890.html?u_code=1&_r=1');
  expect(answer).toMatchObject({
    ok: true,
    value: { canonicalUrl: 'https://www.tiktok.com/@/video/7345678901234567890' },
  });
});

test('a share link to photos is refused as photos', async () => {
  expect(await follow('https://www.tiktok.com/@a/photo/7345678901234567890')).toMatchObject({
    value: { ok: false, reason: 'photo_post' },
  });
});

test.each([404, 410])('a share link answered with %i leads nowhere', async (gone) => {
  expect(await follow(null, gone)).toMatchObject({ problem: { kind: 'gone' } });
});

test.each([
  ['429', null, 429],
  ['503', null, 503],
  ['403', null, 403],
  ['401', null, 401],
  ['a page without a redirect', null, 200],
  ['a redirect without an address', null, 302],
  ['a login', 'https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fvm.tiktok.com', 302],
  ['a login of Instagram', 'https://www.instagram.com/accounts/login/?next=%2F', 302],
  ['a check for robots', 'https://www.instagram.com/challenge/?next=%2F', 302],
])('%s as the answer to a share link says nothing about its target', async (_name, to, answered) => {
  const answer = await follow(to, answered);
  expect(answer).toMatchObject({ ok: false });
  expect(['transient', 'quota']).toContain(answer.ok || answer.problem.kind);
});

test('finds the post that a login page names', async () => {
  const post = encodeURIComponent('https://www.tiktok.com/@a/video/7345678901234567890');
  expect(await follow(`https://www.tiktok.com/login?redirect_url=${post}`)).toMatchObject({
    ok: true,
    value: { id: '7345678901234567890' },
  });
});
