import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { RouteSpec } from '#contract/wire/route.ts';
import { type ApiError, call, callAs } from './client.ts';
import { latestPause } from './pauses.ts';
import { query } from './query.ts';
import { createQueryClient } from './query-client.ts';

const read = (path: string) =>
  ({ method: 'GET', path, access: 'session', reply: z.object({ n: z.number() }) }) as unknown as RouteSpec;
const problem = {
  type: '',
  code: 'too_many_requests',
  status: 429,
  title: 'Too many tries',
  detail: 'Wait.',
};

/** The refusal with which the server currently answers, and the requests that it received. */
let refusal: { retryAfter?: string; body?: string } | null = null;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (!refusal) return response.end(JSON.stringify({ n: asked.length }));
  const { retryAfter, body = JSON.stringify(problem) } = refusal;
  return response.writeHead(429, retryAfter ? { 'retry-after': retryAfter } : {}).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const realFetch = fetch;
vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(origin + path, init));
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

let account = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  asked.length = 0;
  refusal = null;
  callAs(`person ${account++}`);
});
afterEach(() => vi.useRealTimers());

const refused = (spec: RouteSpec) =>
  call(spec, {} as never).catch((error: ApiError) => error) as Promise<ApiError>;

test('does not repeat a refused read before the time that the server names', async () => {
  refusal = { retryAfter: '42' };
  for (let i = 0; i < 20; i++)
    expect((await refused(read('/api/clips'))).message).toBe(
      'Wait up to 42 seconds: the server takes no more of these requests until then. This page tries again automatically.',
    );
  vi.advanceTimersByTime(41_900);
  await refused(read('/api/clips'));
  expect(asked).toHaveLength(1);
  expect(latestPause()?.until).toBe(Date.now() + 100);
  refusal = null;
  vi.advanceTimersByTime(100);
  expect(await call(read('/api/clips'), {} as never)).toEqual({ n: 2 });
  expect(latestPause()).toBeNull();
});

test('does not delay other reads, changes or other accounts', async () => {
  refusal = { retryAfter: '60' };
  await refused(read('/api/clips'));
  refusal = null;
  await call(read('/api/listings'), {} as never);
  await call({ ...read('/api/clips'), method: 'POST' } as RouteSpec, {} as never);
  callAs('another person');
  await call(read('/api/clips'), {} as never);
  expect(asked).toEqual(['GET /api/clips', 'GET /api/listings', 'POST /api/clips', 'GET /api/clips']);
});

test.each([
  ['nothing', undefined, 30],
  ['a date', () => new Date(Date.now() + 90_000).toUTCString(), 90],
  ['a moment that has passed', '0', 30],
  ['no number', 'soon', 30],
  ['years', '99999999', 600],
] as const)('a refusal that names %s is waited for so long', async (_what, named, seconds) => {
  vi.setSystemTime(new Date('2026-11-27T10:00:00.000Z'));
  const retryAfter = typeof named === 'function' ? named() : named;
  refusal = retryAfter === undefined ? {} : { retryAfter };
  expect((await refused(read('/api/clips'))).retryAt).toBe(Date.now() + seconds * 1_000);
});

test('a proxy’s limit with an unknown body is not shown as a lost connection', async () => {
  refusal = { body: '<html>429 Too Many Requests</html>' };
  expect((await refused(read('/api/clips'))).code).toBe('too_many_requests');
});

test('a page keeps its data, says why, and asks once when the refusal ends', async () => {
  const client = createQueryClient();
  const observer = new QueryObserver(client, { ...query(read('/api/clips'), {} as never), retry: false });
  const leave = observer.subscribe(() => undefined);
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await settled();
  refusal = { retryAfter: '20' };
  for (let i = 0; i < 10; i++) {
    await client.invalidateQueries();
    await settled();
  }
  const { data, error } = observer.getCurrentResult();
  expect([data, (error as ApiError).code, asked.length]).toEqual([{ n: 1 }, 'too_many_requests', 2]);
  refusal = null;
  await vi.advanceTimersByTimeAsync(22_000);
  await settled();
  expect([observer.getCurrentResult().data, asked.length]).toEqual([{ n: 3 }, 3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  leave();
  client.clear();
});
