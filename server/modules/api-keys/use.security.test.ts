import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiScopes } from '#contract/api-scopes.ts';
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
  // A process of its own has connections of its own, and shares nothing but the database.
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
/** Each time from another address. */
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
  return { host, ...(await testKey(database.db, host.userId, apiScopes)) };
}

/** As if so many requests had come in this minute, and in the next should it begin meanwhile. */
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

describe('who may call', () => {
  test('a key reads what its owner reads at the page’s address', async () => {
    const { host, headers } = await hostWithKey();
    const [byKey, byPage] = [await get(headers), await get(host.headers, '/api/host/listings')];
    expect(byKey.statusCode).toBe(200);
    expect(byKey.json()).toEqual(byPage.json());
  });

  test('without a key, with a session, or with both, nobody is answered under /api/v1', async () => {
    const { host, headers } = await hostWithKey();
    expect(await codeOf({})).toBe('api_key_required');
    expect(await codeOf(host.headers)).toBe('api_key_required');
    expect(await codeOf({ ...host.headers, ...headers })).toBe('credentials_mixed');
    const reply = await get({});
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('a key is refused wherever no scope stands, even where everyone may read', async () => {
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

  test('a program needs no Origin, and a page of another site gains nothing by its visitor’s cookie', async () => {
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

  test('what is no key, or one that never was, is refused', async () => {
    const wrong = ['', 'pm_', 'pm_short', `${makeSecret().secret}x`, makeSecret().secret];
    for (const secret of wrong) expect(await codeOf(withKey(secret))).toBe('api_key_invalid');
    expect(await codeOf({ authorization: 'Basic cG06cG0=' })).toBe('api_key_invalid');
  });

  test('after thirty wrong keys a minute an address has to wait, and keys that are right still work there', async () => {
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

describe('when a key ends', () => {
  test('revoked by its owner, it is dead in every process from the next request on', async () => {
    const { host, headers, id } = await hostWithKey();
    expect([await codeOf(headers), await codeOf(headers, LIST, otherProcess)]).toEqual([200, 200]);
    await server.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers: host.headers });
    expect(await codeOf(headers, LIST, otherProcess)).toBe('api_key_invalid');
    expect(await codeOf(headers)).toBe('api_key_invalid');
  });

  test('it dies with its time, with a ban and with the account', async () => {
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

  test('a new secret works at once, the last one for the chosen time, the one before it no more', async () => {
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

  test('the last secret lives no longer than it would have without a new one', async () => {
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

describe('what each use leaves', () => {
  const usedAt = async (id: string) =>
    (
      await database.db
        .selectFrom('api_keys')
        .select('last_used_at as at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).at;

  test('the last use is written at most once a minute', async () => {
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

  test('each key has its own limit, stated with every reply and shared by all processes', async () => {
    const { headers, host, id } = await hostWithKey();
    const other = await testKey(database.db, host.userId, apiScopes);
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

  test('an unchanged reply is only confirmed, a changed one sent', async () => {
    const { headers } = await hostWithKey();
    const { headers: first } = await get(headers);
    expect(first['cache-control']).toBe('private, no-cache');
    const again = await get({ ...headers, 'if-none-match': String(first.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get({ ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('no key is ever logged, at the most talkative level', async () => {
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
