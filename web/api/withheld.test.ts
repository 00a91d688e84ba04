import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { environmentManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { live } from './live.ts';
import { pollUnlessWithheld, query } from './query.ts';
import { createQueryClient } from './query-client.ts';

const read = (path: string) =>
  ({ method: 'GET', path, access: 'session', reply: z.object({ n: z.number() }) }) as unknown as RouteSpec;
const session = { ...accountRoutes.session, reply: z.object({ n: z.number() }) } as unknown as RouteSpec;

/**
 * The code with which the server refuses every read except the session, and the requests that it received.
 */
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

// Polling must run as in a browser, because react-query does not poll on a server.
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

/** Opens a page with the session and two reads that are polled every five seconds. */
async function openPage() {
  const observers = [read('/api/messages'), read('/api/clips'), session].map((spec) => {
    const every = spec === session ? {} : pollUnlessWithheld(live(5_000));
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

test('after a session ended elsewhere, a page keeps its data, notices the end at once and stops polling', async () => {
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

  // Signing in as the same person refetches everything.
  refusal = null;
  await client.invalidateQueries();
  await settled();
  expect(reads()).toHaveLength(2);
  await pass(5);
  expect(reads()).toHaveLength(4);
});

test.each(['not_found', 'wrong_role'] as const)(
  'a read that is refused with %s later keeps its data and is not repeated automatically',
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
