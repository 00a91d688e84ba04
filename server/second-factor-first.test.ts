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
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const database = await testDatabase();
const app = await createApp(
  readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-factor-')),
    LOG_LEVEL: 'silent',
    ...LIVE_ENV,
  }),
  { databaseUrl: database.appUrl, clock: new MovableClock(), log: createLog('silent'), tick: false },
);
await app.server.ready();
afterAll(async () => {
  await app.stop();
  await database.close();
});

async function codeOf(route: RouteSpec, secondFactor: boolean): Promise<string | null> {
  const { headers } = await createActor(database.db, { role: 'admin', secondFactor });
  const reply = await app.server.inject({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, newId()),
    headers,
    // The body is invalid, so a call that passes the guard stops at validation and changes nothing.
    ...(route.body ? { payload: [] } : {}),
  });
  return reply.headers['content-type']?.toString().includes('problem') ? reply.json().code : null;
}

const closed = Object.entries<RouteSpec>(everyRoute).filter(
  ([, route]) => route.access !== 'public' && app.server.hasRoute({ method: route.method, url: route.path }),
);

test.each(closed)(
  'check 20: on a live system %s is for admins with a second factor only',
  async (_name, route) => {
    const answered = await codeOf(route, false);
    if (route.withoutSecondFactor) expect(answered).not.toBe('second_factor_needed');
    else expect(answered).toBe('second_factor_needed');
    expect(await codeOf(route, true)).not.toBe('second_factor_needed');
  },
);

test('routes that are open before the set-up only set it up and sign out', () => {
  const open = Object.entries<RouteSpec>(everyRoute)
    .filter(([, route]) => route.withoutSecondFactor)
    .map(([name]) => name);
  expect(open.sort()).toEqual([
    'confirmIdentity',
    'confirmSecondFactor',
    'secondFactor',
    'session',
    'signOut',
    'startSecondFactor',
  ]);
});
