import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { claimMode } from './infra/installation-mode.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const database = await testDatabase();
await claimMode(database.db, 'live', new Date());
const readOnly = new URL(database.appUrl);
readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
const app = await createApp(
  readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-get-')),
    LOG_LEVEL: 'silent',
    ...LIVE_ENV,
  }),
  { databaseUrl: readOnly.href, clock: new MovableClock(), log: createLog('silent'), tick: false },
);
await app.server.ready();
afterAll(async () => {
  await app.stop();
  await database.close();
});

/** A read with its own rate limit writes the limit's counter, so such reads are left out. */
const reads = Object.entries<RouteSpec>(everyRoute).filter(
  ([, route]) =>
    route.method === 'GET' &&
    route.perMinute === undefined &&
    app.server.hasRoute({ method: 'GET', url: route.path }),
);

test('the connection of this test really can’t write', async () => {
  const { headers } = await createActor(database.db, { role: 'host' });
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/profiles/claim-username',
    payload: { username: 'can_not_write' },
    headers,
  });
  expect(reply.statusCode).toBe(503);
});

test.each(reads)('check 8: GET %s needs no right to write', async (_name, route) => {
  const role = route.access === 'host' || route.access === 'admin' ? route.access : 'clipper';
  const { headers } = await createActor(database.db, { role, username: `get_${newId().slice(-12)}` });
  const url = route.path.replaceAll(/:\w+/g, newId());
  const reply = await app.server.inject({ method: 'GET', url, headers });
  expect(reply.statusCode, reply.body).toBeLessThan(500);
});
