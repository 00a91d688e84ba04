import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { type ApiScope, apiScopes } from '#contract/api-keys/api-scopes.ts';
import { personOf } from '#db/seed/person-of.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testKey } from './testing/api-keys.ts';
import { testClip, testListing } from './testing/clips.ts';
import { testDatabase } from './testing/database.ts';

const clock = new MovableClock();
const database = await testDatabase();
const app = await createApp(
  readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-mcp-')),
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
  }),
  { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false },
);
const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.stop();
  await database.close();
});

/** Creates an approved clip; returns its id and its clipper's. */
async function approvedClip(): Promise<{ id: string; clipperId: AccountId }> {
  const listing = await testListing(database.db, clock.now());
  const { accountId: clipperId } = await createActor(database.db, { role: 'clipper' });
  const clip = { listingId: listing.id, clipperId, approvedAt: clock.now(), views: 5_000 };
  return { id: await testClip(database.db, clip), clipperId };
}

/** Connects an assistant, which uses the protocol's own client, over a socket. */
async function assistant(userId: UserId, scopes: readonly ApiScope[]): Promise<Client> {
  const { headers } = await testKey(database.db, personalAccount(userId), scopes);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const post = (
  headers: Record<string, string>,
  body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
) =>
  fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

test('an assistant finds the tools that its key allows, each with the schema of its call, and none that changes anything', async () => {
  const host = await createActor(database.db, { role: 'host' });
  const clipper = await createActor(database.db, { role: 'clipper' });
  const all = await assistant(clipper.userId, apiScopes);
  expect(await namesOf(all)).toEqual([
    'find_listings',
    'show_listing',
    'check_clip',
    'my_clips',
    'my_earnings',
    'my_pending_earnings',
    'show_clip',
    'explain_receipt',
  ]);
  expect(await namesOf(await assistant(clipper.userId, ['listings:read']))).toEqual([
    'find_listings',
    'show_listing',
  ]);
  expect(await namesOf(await assistant(host.userId, apiScopes))).toEqual(
    expect.arrayContaining(['my_listings', 'review_queue', 'my_statistics']),
  );
  const { tools } = await all.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const find = tools.find(({ name }) => name === 'find_listings')!;
  expect(Object.keys(find.inputSchema.properties!)).toContain('minRateCents');
  const check = tools.find(({ name }) => name === 'check_clip')!;
  expect(check.inputSchema.required).toEqual(['listingId', 'url']);
});

test('a tool returns what /api/v1 answers, and a refusal is an error with its code', async () => {
  const { db } = database;
  const clip = await approvedClip();
  const client = await assistant(personOf(clip.clipperId), apiScopes);
  const found = await client.callTool({ name: 'find_listings', arguments: { sort: 'rate' } });
  const { headers } = await testKey(db, clip.clipperId, apiScopes);
  const same = await app.server.inject({ url: '/api/v1/listings?sort=rate', headers });
  expect(found.structuredContent).toEqual(same.json());
  for (const [name, path] of [
    ['show_clip', `/api/v1/clips/${clip.id}`],
    ['explain_receipt', `/api/v1/submissions/${clip.id}/receipt`],
  ] as const) {
    const answer = await client.callTool({ name, arguments: { id: clip.id } });
    const reply = await app.server.inject({ url: path, headers });
    expect(answer.structuredContent, name).toEqual(reply.json());
    expect(Boolean(answer.isError), name).toBe(reply.statusCode >= 400);
  }

  const refusals: [string, Record<string, unknown>, RegExp][] = [
    ['show_listing', { id: newId() }, /\(not_found\)$/],
    ['show_listing', { id: '../../admin/users' }, /\(invalid_input\)$/],
    ['show_listing', {}, /\(invalid_input\)$/],
    ...['.', '..', '', '%', '%2e%2e', 'a/b', '\0', '\ud800'].map(
      (id): [string, Record<string, unknown>, RegExp] => ['show_listing', { id }, /\(invalid_input\)$/],
    ),
    ['show_listing', { id: 'x'.repeat(400) }, /\(not_found\)$/],
    ['show_listing', { id: { toString: 1 } }, /\(invalid_input\)$/],
    ['show_clip', { id: [] }, /\(invalid_input\)$/],
    ['explain_receipt', { id: null }, /\(invalid_input\)$/],
    ['find_listings', { sort: 'dearest' }, /\(invalid_input\)$/],
    ['find_listings', { sort: { toString: 1 } }, /\(invalid_input\)$/],
    ['find_listings', { search: '\ud800', sort: '' }, /\(invalid_input\)$/],
    ['check_clip', { listingId: 1, url: ['x'] }, /\(invalid_input\)$/],
    ['my_listings', {}, /no such tool/],
    ['withdraw', { amount: 1 }, /no such tool/],
  ];
  for (const [name, given, says] of refusals) {
    const answer = await client.callTool({ name, arguments: given });
    const asked = `${name} ${JSON.stringify(given)}`;
    expect(answer.isError, asked).toBe(true);
    expect((answer.content as { text: string }[])[0]!.text, asked).toMatch(says);
  }
});

test("another person's clip is not found", async () => {
  const clip = await approvedClip();
  const other = await createActor(database.db, { role: 'clipper' });
  const client = await assistant(other.userId, apiScopes);
  for (const name of ['show_clip', 'explain_receipt']) {
    const answer = await client.callTool({ name, arguments: { id: clip.id } });
    expect((answer.content as { text: string }[])[0]!.text, name).toMatch(/\(not_found\)$/);
  }
});

test('refuses a call without a key, with a cookie, from another site’s page, or with a revoked key', async () => {
  const { userId, headers: session } = await createActor(database.db, { role: 'clipper' });
  const { id, headers } = await testKey(database.db, personalAccount(userId), apiScopes);
  const codeOf = async (reply: Response) => [reply.status, (await reply.json()).code];
  const bare = await post({});
  expect(bare.headers.get('www-authenticate')).toBe('Bearer');
  expect(await codeOf(bare)).toEqual([401, 'api_key_required']);
  expect(await codeOf(await post({ authorization: 'Bearer pm_wrong' }))).toEqual([401, 'api_key_invalid']);
  expect(await codeOf(await post({ ...headers, cookie: session.cookie! }))).toEqual([
    400,
    'credentials_mixed',
  ]);
  // A page could send this request after binding its own domain to this machine (DNS rebinding).
  expect(await codeOf(await post({ ...headers, origin: 'https://elsewhere.example' }))).toEqual([
    403,
    'cross_site',
  ]);
  expect((await post(headers)).status).toBe(200);
  await database.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  expect(await codeOf(await post(headers))).toEqual([401, 'api_key_invalid']);
});

test('an invalid message is refused without a fault, and nothing streams', async () => {
  const { userId } = await createActor(database.db, { role: 'clipper' });
  const { headers } = await testKey(database.db, personalAccount(userId), apiScopes);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const body of [
    null,
    1,
    'x',
    {},
    [],
    [[]],
    { jsonrpc: '1.0' },
    { ...message, method: 'no/such' },
    Array(21).fill(message),
  ])
    expect((await post(headers, body)).status, JSON.stringify(body)).toBeLessThan(500);
  for (const method of ['GET', 'DELETE'])
    expect((await fetch(new URL('/mcp', url), { method, headers })).status, method).toBe(405);
});

test('a batch without a message is an invalid request', async () => {
  const { userId } = await createActor(database.db, { role: 'clipper' });
  const { headers } = await testKey(database.db, personalAccount(userId), apiScopes);
  const answer = await post(headers, []);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 }, id: null });
});

test.each([
  ['an object', {}],
  ['a list', [1]],
  ['no number and no text', true],
  ['a fraction', 1.5],
])('a message with the id %s is refused, and causes no fault', async (_name, id) => {
  const clipper = await createActor(database.db, { role: 'clipper' });
  const { headers } = await testKey(database.db, clipper.accountId, apiScopes);
  const answer = await post(headers, { jsonrpc: '2.0', id, method: 'tools/list' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: -32700 } });
});
