import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { type ApiScope, apiScopes } from '#contract/api-keys/api-scopes.ts';
import { everyRoute } from '#contract/every-route.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { createClient, PermilleError, rowsOf } from '../packages/client/client.mjs';
import { clientFiles } from './client-files.ts';

let database: TestDatabase;
let app: App;
let baseUrl: string;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-client-')),
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
  });
  const clock = new MovableClock();
  const own = { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false };
  app = await createApp(config, own);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.stop();
  await database.close();
});

async function keyOf(role: 'host' | 'clipper', scopes: readonly ApiScope[] = apiScopes): Promise<string> {
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('role', '=', role)
    .where('email', 'like', 'demo-%')
    .executeTakeFirstOrThrow();
  return (await testKey(database.db, personalAccount(id), scopes)).secret;
}

test('the generated files match the contract', () => {
  for (const [path, text] of Object.entries(clientFiles(everyRoute)))
    expect(readFileSync(path, 'utf8'), `${path}: npm run client:generate`).toBe(text);
});

describe('the examples run', () => {
  const run = async (example: string, env: Record<string, string>) => {
    const file = new URL(`../packages/client/examples/${example}`, import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { PATH: '', ...env } });
    return stdout.trim();
  };

  test('fund-a-listing acts once, however often it is started', async () => {
    const env = { PERMILLE_URL: baseUrl, PERMILLE_KEY: await keyOf('host') };
    const posted = await run('fund-a-listing.mjs', env);
    expect(posted).toMatch(/^posted [\da-f-]{36}$/);
    expect(await run('fund-a-listing.mjs', env)).toBe(posted);
    const refused = await run('fund-a-listing.mjs', {
      ...env,
      PERMILLE_KEY: await keyOf('host', ['listings:read']),
    });
    expect(refused).toBe('refused: scope_missing');
  });

  test('decide', async () => {
    const text = await run('decide.mjs', { PERMILLE_URL: baseUrl, PERMILLE_KEY: await keyOf('host') });
    expect(text).toMatch(/\d+ wait for a decision$/);
  });

  test('month', async () => {
    const MONTH = new Date().toISOString().slice(0, 7);
    const text = await run('month.mjs', {
      PERMILLE_URL: baseUrl,
      PERMILLE_KEY: await keyOf('clipper'),
      MONTH,
    });
    expect(text).toMatch(/^[\w ]+, .+: \$-?\d+\.\d\d/);
  });
});

test('reads a list page by page, a file as text, and a refusal with its code', async () => {
  const permille = createClient({ baseUrl, key: await keyOf('clipper') });
  const rows: string[] = [];
  for await (const { id } of rowsOf(permille.clipperSubmissions)) rows.push(id);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(3);
  expect(await permille.clipperPayoutsCsv()).toContain(',');
  const refused = permille.showReceipt({ id: '01900000-0000-7000-8000-000000000009' });
  await expect(refused).rejects.toMatchObject({ code: 'not_found', status: 404 });
  await expect(permille.hostListings()).rejects.toBeInstanceOf(PermilleError);
});

describe('after a passing fault', () => {
  const listing = { id: '01900000-0000-7000-8000-000000000001', amountMicros: '1000000' };

  /** A server that answers in sequence with these replies, or breaks the connection. */
  function faulty(answers: (Response | 'broken')[]) {
    const sent: Request[] = [];
    const waits: number[] = [];
    const permille = createClient({
      ...{ baseUrl: 'https://permille.example/', key: 'pm_x' },
      async fetch(...asked) {
        sent.push(new Request(...asked));
        const answer = answers.shift()!;
        if (answer === 'broken') throw new TypeError('the line broke');
        return answer;
      },
      sleep: async (seconds) => void waits.push(seconds),
    });
    return { permille, sent, waits };
  }
  const refusal = (status: number, headers = {}) =>
    Response.json(
      { code: 'some_code', status, title: 'T', detail: 'D', type: '/docs/errors#x' },
      { status, headers },
    );

  test('a call with an idempotency key is sent again with the same key, after the requested wait', async () => {
    const done = Response.json({ budget: {} });
    const { permille, sent, waits } = faulty(['broken', refusal(429, { 'retry-after': '7' }), done]);
    await permille.topUpListing(listing);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size, waits]).toEqual([3, 1, [1, 7]]);
    expect(sent[0]!.url).toBe(`https://permille.example/api/v1/listings/${listing.id}/top-up`);
    expect(await sent[0]!.json()).toEqual({ amountMicros: '1000000' });
  });

  test('a change without an idempotency key is not sent again, and neither is a refused call', async () => {
    const change = faulty(['broken']);
    await expect(change.permille.endListing({ id: listing.id })).rejects.toThrow('the line broke');
    const refused = faulty([refusal(409)]);
    await expect(refused.permille.hostOverview()).rejects.toMatchObject({ code: 'some_code' });
    expect([change.sent.length, refused.sent.length]).toEqual([1, 1]);
  });

  test('a read is given up after two retries', async () => {
    const { permille, sent } = faulty([refusal(503), refusal(503), new Response('no JSON', { status: 502 })]);
    await expect(permille.hostOverview()).rejects.toMatchObject({ code: 'unknown', status: 502 });
    expect(sent).toHaveLength(3);
  });
});
