import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { environmentManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { accountRoutes } from '#contract/accounts.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/route.ts';
import { live } from './live.ts';
import { politely, query } from './query.ts';
import { createQueryClient } from './query-client.ts';

const read = (path: string) =>
  ({ method: 'GET', path, access: 'session', reply: z.object({ n: z.number() }) }) as unknown as RouteSpec;
const session = { ...accountRoutes.session, reply: z.object({ n: z.number() }) } as unknown as RouteSpec;

/** What the server refuses each read but the session with, until it is told otherwise, and what it was asked. */
let refusal: 'unauthenticated' | 'wrong_role' | 'not_found' | null = null;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url!);
  if (!refusal || request.url === session.path) return response.end(JSON.stringify({ n: asked.length }));
  const problem = { type: 'about:blank', code: refusal, ...errorCatalogue[refusal] };
  return response.writeHead(problem.status).end(JSON.stringify(problem));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const realFetch = fetch;
vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(origin + path, init));
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

// As in a browser: a server polls nothing.
environmentManager.setIsServer(() => false);

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  refusal = null;
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
  }
}

/** A page that shows two reads, asked for every five seconds, and knows who is signed in. */
async function openPage() {
  const observers = [read('/api/messages'), read('/api/clips'), session].map((spec) => {
    const every = spec === session ? {} : politely(live(5_000));
    return new QueryObserver(client, { ...query(spec, {} as never), ...every });
  });
  for (const observer of observers) observer.subscribe(() => undefined);
  await settled();
  await pass(10);
  asked.length = 0;
  return () => observers.map((observer) => observer.getCurrentResult().data as { n: number } | undefined);
}

const reads = () => asked.filter((path) => path !== session.path);
const asksForSession = () => asked.filter((path) => path === session.path);

test('a session that ended elsewhere leaves what a page shows, is noticed at once, and is not asked about for ever', async () => {
  const shown = await openPage();
  const before = shown();
  refusal = 'unauthenticated';
  await pass(5);
  expect(reads().toSorted()).toEqual(['/api/clips', '/api/messages']);
  expect(asksForSession()).toHaveLength(1);
  expect(shown().slice(0, 2)).toEqual(before.slice(0, 2));
  asked.length = 0;
  await pass(600);
  expect(asked).toEqual([]);

  // Signing in again asks for everything.
  refusal = null;
  await client.invalidateQueries();
  await settled();
  expect(reads()).toHaveLength(2);
  await pass(5);
  expect(reads()).toHaveLength(4);
});

test.each(['not_found', 'wrong_role'] as const)(
  'what is refused with %s on a later read stays as it was and is not asked for again by itself',
  async (code) => {
    const shown = await openPage();
    const before = shown();
    refusal = code;
    await pass(5);
    expect(reads().toSorted()).toEqual(['/api/clips', '/api/messages']);
    expect(asksForSession()).toHaveLength(code === 'wrong_role' ? 1 : 0);
    asked.length = 0;
    await pass(600);
    expect([asked, shown().slice(0, 2)]).toEqual([[], before.slice(0, 2)]);
  },
);
