import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { API_CALLS_PER_MINUTE } from '#contract/limits.ts';
import { after, DAY, HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testKey, withKey } from '#server/testing/api-keys.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { makeSecret } from './secret.ts';

const clock = new MovableClock();
const lines: string[] = [];
let database: TestDatabase;
let server: FastifyInstance;
let otherProcess: FastifyInstance;
let elsewhere: ReturnType<typeof createDatabase>;

beforeAll(async () => {
  database = await testDatabase();
  // A separate process has separate connections and shares only the database.
  elsewhere = createDatabase(database.appUrl);
  const start = (db: Database) =>
    createTestServer({
      ...{ db, clock },
      modules: testModules(db, clock, ['api-keys', 'listings']),
      log: createLog('trace', { write: (line) => void lines.push(line) }),
    });
  [server, otherProcess] = [await start(database.db), await start(elsewhere.db)];
});
afterAll(async () => {
  await server.close();
  await otherProcess.close();
  await elsewhere.close();
  await database.close();
});

const LIST = '/api/v1/host/listings';
let asked = 0;
/** Sends a GET request, each from another address. */
const get = (headers: Record<string, string>, url = LIST, at = server) => {
  asked += 1;
  return at.inject({ method: 'GET', url, headers, remoteAddress: `10.1.${asked >> 8}.${asked & 255}` });
};
const codeOf = async (headers: Record<string, string>, url = LIST, at = server) => {
  const reply = await get(headers, url, at);
  return reply.statusCode === 200 ? 200 : reply.json().code;
};

async function hostWithKey() {
  const host = await createActor(database.db, { role: 'host', username: `h_${newId().slice(-12)}` });
  return { host, ...(await testKey(database.db, host.accountId, apiScopes)) };
}

/**
 * Records `hits` requests in the current minute, and also in the next one in case it begins during the test.
 */
async function fill(bucket: string, hits: number): Promise<void> {
  const now = Date.now();
  for (const start of [now, now + MINUTE]) {
    const window_start = new Date(Math.floor(start / MINUTE) * MINUTE);
    await database.db
      .insertInto('rate_limits')
      .values({ bucket, window_start, hits, expires_at: after(window_start, HOUR) })
      .onConflict((of) => of.columns(['bucket', 'window_start']).doUpdateSet({ hits }))
      .execute();
  }
}

describe('authorization of API calls', () => {
  test('a key reads what its owner reads on the matching page', async () => {
    const { host, headers } = await hostWithKey();
    const [byKey, byPage] = [await get(headers), await get(host.headers, '/api/host/listings')];
    expect(byKey.statusCode).toBe(200);
    expect(byKey.json()).toEqual(byPage.json());
  });

  test('refuses requests under /api/v1 without a key, with a session, or with both', async () => {
    const { host, headers } = await hostWithKey();
    expect(await codeOf({})).toBe('api_key_required');
    expect(await codeOf(host.headers)).toBe('api_key_required');
    expect(await codeOf({ ...host.headers, ...headers })).toBe('credentials_mixed');
    const reply = await get({});
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('refuses a key on every route without a scope, even on public routes', async () => {
    const { host, headers } = await hostWithKey();
    for (const url of ['/api/host/listings', '/api/listings', '/api/keys', '/api/nothing']) {
      expect(await codeOf(headers, url)).toBe('api_key_not_here');
      expect(await codeOf({ ...host.headers, ...headers }, url)).toBe('api_key_not_here');
    }
    expect((await get(headers, '/api/v1/keys')).statusCode).toBe(404);
    const make = { name: 'More', scopes: ['money:read'], expiresInDays: 30 };
    const made = await server.inject({ method: 'POST', url: '/api/keys', headers, payload: make });
    expect(made.json().code).toBe('api_key_not_here');
  });

  test('accepts a program without an Origin, and refuses another site that uses a visitor’s cookie', async () => {
    const { host, headers } = await hostWithKey();
    const pause = (more: Record<string, string>) =>
      server.inject({ method: 'POST', url: `/api/v1/listings/${newId()}/pause`, headers: more });
    expect((await pause(headers)).json().code).toBe('not_found');
    const stolen = { cookie: host.cookie, origin: 'https://elsewhere.example' };
    expect((await pause(stolen)).json().code).toBe('api_key_required');
    const atThePage = await server.inject({
      method: 'POST',
      url: `/api/listings/${newId()}/pause`,
      headers: stolen,
    });
    expect(atThePage.json().code).toBe('cross_site');
  });

  test('refuses malformed and unknown keys', async () => {
    const wrong = ['', 'pm_', 'pm_short', `${makeSecret().secret}x`, makeSecret().secret];
    for (const secret of wrong) expect(await codeOf(withKey(secret))).toBe('api_key_invalid');
    expect(await codeOf({ authorization: 'Basic cG06cG0=' })).toBe('api_key_invalid');
  });

  test('limits an address after thirty wrong keys a minute, while valid keys still work there', async () => {
    await fill('wrong API key 203.0.113.7', 30);
    const remoteAddress = '203.0.113.7';
    const tried = (headers: Record<string, string>) =>
      server.inject({ method: 'GET', url: LIST, headers, remoteAddress });
    const limited = await tried(withKey(makeSecret().secret));
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60']);
    const { headers } = await hostWithKey();
    expect((await tried(headers)).statusCode).toBe(200);
  });
});

describe('the end of a key', () => {
  test('a revoked key fails in every process from the next request', async () => {
    const { host, headers, id } = await hostWithKey();
    expect([await codeOf(headers), await codeOf(headers, LIST, otherProcess)]).toEqual([200, 200]);
    await server.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers: host.headers });
    expect(await codeOf(headers, LIST, otherProcess)).toBe('api_key_invalid');
    expect(await codeOf(headers)).toBe('api_key_invalid');
  });

  test('a key ends when it expires, when its owner is banned and when the account is closed', async () => {
    const { db } = database;
    const [late, banned, closed] = [await hostWithKey(), await hostWithKey(), await hostWithKey()];
    await db.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', late.id).execute();
    const now = new Date();
    await db
      .updateTable('users')
      .set({ banned_at: now, ban_reason: 'A test' })
      .where('id', '=', banned.host.userId)
      .execute();
    await db.updateTable('users').set({ closed_at: now }).where('id', '=', closed.host.userId).execute();
    for (const { headers } of [late, banned, closed]) expect(await codeOf(headers)).toBe('api_key_invalid');
  });

  test('a new secret works immediately, the previous one for the chosen time, the one before not at all', async () => {
    const { host, headers: first, id } = await hostWithKey();
    const rotate = async (overlapHours: number) => {
      const url = `/api/keys/${id}/rotate`;
      const payload = { overlapHours, expiresInDays: 30 };
      const reply = await server.inject({ method: 'POST', url, headers: host.headers, payload });
      return withKey(reply.json().secret);
    };
    const second = await rotate(24);
    expect([await codeOf(first), await codeOf(second)]).toEqual([200, 200]);
    const third = await rotate(1);
    expect([await codeOf(first), await codeOf(second), await codeOf(third)]).toEqual([
      'api_key_invalid',
      200,
      200,
    ]);
    await database.db
      .updateTable('api_keys')
      .set({ previous_until: after(new Date(), -1) })
      .where('id', '=', id)
      .execute();
    expect([await codeOf(second), await codeOf(third)]).toEqual(['api_key_invalid', 200]);
    const fourth = await rotate(0);
    expect([await codeOf(third), await codeOf(fourth)]).toEqual(['api_key_invalid', 200]);
  });

  test('the previous secret does not outlive its own expiry', async () => {
    const { host, id } = await hostWithKey();
    const reply = await server.inject({
      method: 'POST',
      url: `/api/keys/${id}/rotate`,
      headers: host.headers,
      payload: { overlapHours: 168, expiresInDays: 365 },
    });
    const { previousUntil } = reply.json().key;
    expect(new Date(previousUntil).getTime()).toBeLessThanOrEqual(Date.now() + DAY);
  });
});

describe('effects of each use', () => {
  const usedAt = async (id: string) =>
    (
      await database.db
        .selectFrom('api_keys')
        .select('last_used_at as at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).at;

  test('records the last use at most once a minute', async () => {
    const { headers, id } = await hostWithKey();
    await get(headers);
    const first = await usedAt(id);
    expect(first).not.toBeNull();
    await get(headers);
    expect(await usedAt(id)).toEqual(first);
    const before = after(new Date(), -2 * MINUTE);
    await database.db.updateTable('api_keys').set({ last_used_at: before }).where('id', '=', id).execute();
    await get(headers);
    expect((await usedAt(id))!.getTime()).toBeGreaterThan(before.getTime());
  });

  test('each key has its own limit, stated in every response and shared by all processes', async () => {
    const { headers, host, id } = await hostWithKey();
    const other = await testKey(database.db, host.accountId, apiScopes);
    const { headers: stated } = await get(headers);
    expect(stated).toMatchObject({
      'ratelimit-limit': String(API_CALLS_PER_MINUTE),
      'ratelimit-remaining': String(API_CALLS_PER_MINUTE - 1),
    });
    expect(Number(stated['ratelimit-reset'])).toBeGreaterThan(0);
    await fill(`API key ${id}`, API_CALLS_PER_MINUTE);
    const refused = await get(headers, LIST, otherProcess);
    expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([429, '0']);
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
    expect(await codeOf(other.headers)).toBe(200);
  });

  test('answers 304 for an unchanged reply and sends a changed one', async () => {
    const { headers } = await hostWithKey();
    const { headers: first } = await get(headers);
    expect(first['cache-control']).toBe('private, no-cache');
    const again = await get({ ...headers, 'if-none-match': String(first.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get({ ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('never logs a key, even at log level trace', async () => {
    const { headers, secret } = await hostWithKey();
    const unknown = makeSecret().secret;
    await get(headers);
    await get(headers, '/api/host/listings');
    await get(withKey(unknown));
    await get({ ...headers, 'content-type': 'application/json' }, `${LIST}?cursor=nonsense`);
    const log = lines.join('');
    expect(log).toContain(LIST);
    for (const key of [secret, unknown]) expect(log).not.toContain(key.slice(0, 20));
  });
});
