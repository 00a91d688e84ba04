import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { scopeTexts } from '#contract/api-keys/api-scope-texts.ts';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { everyRoute } from '#contract/every-route.ts';
import { API_CALLS_PER_MINUTE } from '#contract/limits.ts';
import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testKey } from './testing/api-keys.ts';
import { testDatabase } from './testing/database.ts';
import { useUp } from './testing/used-up.ts';

const database = await testDatabase();
const app = await createApp(
  readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-keys-')),
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
  }),
  { databaseUrl: database.appUrl, clock: new MovableClock(), log: createLog('silent'), tick: false },
);
await app.server.ready();
afterAll(async () => {
  await app.stop();
  await database.close();
});

const roles = ['host', 'clipper'] as const;
const open = publicRoutesOf(everyRoute);
const addressOf = (path: string) => path.replaceAll(/:\w+/g, newId());

async function codeOf(route: RouteSpec, url: string, headers: Record<string, string>) {
  const reply = await app.server.inject({
    method: route.method,
    url,
    headers,
    // The body is invalid, so a call that passes the guard stops at validation and changes nothing.
    ...(route.body ? { payload: [] } : {}),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(500);
  return String(reply.headers['content-type']).includes('problem') ? String(reply.json().code) : null;
}

/** The codes of refusals by the guard, which precede validation of the input. */
const GUARD = /^(?:unauthenticated|wrong_role|cross_site|scope_missing|credentials_mixed|api_key_\w+)$/;
const guardOf = async (...call: Parameters<typeof codeOf>) => {
  const code = await codeOf(...call);
  return code && GUARD.test(code) ? code : null;
};

function expected({ access, scope }: RouteSpec, role: string, given: string): string | null {
  if ((access === 'host' || access === 'clipper') && access !== role) return 'wrong_role';
  return scope === given ? null : 'scope_missing';
}

describe.each(roles)('a key of a %s', (role) => {
  test.each(open)('%s: answers each scope as the contract states', async (_name, route) => {
    const { userId } = await createActor(database.db, { role });
    const [answers, wanted]: Record<string, string | null>[] = [{}, {}];
    for (const scope of apiScopes) {
      const { headers } = await testKey(database.db, personalAccount(userId), [scope]);
      answers![scope] = await guardOf(route, addressOf(publicPath(route.path)), headers);
      wanted![scope] = expected(route, role, scope);
    }
    expect(answers).toEqual(wanted);
  });

  test('is refused on every page’s route, even with its owner’s cookie', async () => {
    const { userId, headers: session } = await createActor(database.db, { role });
    const { headers } = await testKey(database.db, personalAccount(userId), apiScopes);
    const codes = new Map<string | null, string[]>();
    for (const [name, route] of Object.entries<RouteSpec>(everyRoute)) {
      for (const all of [headers, { ...session, ...headers }]) {
        const code = await codeOf(route, addressOf(route.path), all);
        codes.set(code, [...(codes.get(code) ?? []), name]);
      }
    }
    expect([...codes.keys()]).toEqual(['api_key_not_here']);
  });
});

test.each(open)('%s: refuses a call without a key, with a session, or with both', async (_name, route) => {
  const { userId, headers } = await createActor(database.db, {
    role: route.access === 'clipper' ? 'clipper' : 'host',
  });
  const key = await testKey(database.db, personalAccount(userId), apiScopes);
  const url = addressOf(publicPath(route.path));
  expect(await guardOf(route, url, {})).toBe('api_key_required');
  expect(await guardOf(route, url, headers)).toBe('api_key_required');
  expect(await guardOf(route, url, { ...headers, ...key.headers })).toBe('credentials_mixed');
});

test.each(open)('%s: refuses a key beyond its calls per minute', async (_name, route) => {
  const { userId } = await createActor(database.db, {
    role: route.access === 'clipper' ? 'clipper' : 'host',
  });
  const key = await testKey(database.db, personalAccount(userId), apiScopes);
  await useUp(database.db, `API key ${key.id}`, API_CALLS_PER_MINUTE);
  expect(await codeOf(route, addressOf(publicPath(route.path)), key.headers)).toBe('too_many_requests');
});

test('an admin’s key, if one existed, opens nothing', async () => {
  const { userId } = await createActor(database.db, { role: 'admin' });
  const { headers } = await testKey(database.db, personalAccount(userId), apiScopes);
  for (const [, route] of open) {
    const url = addressOf(publicPath(route.path));
    const reply = await app.server.inject({
      method: route.method,
      url,
      headers,
      remoteAddress: `10.0.0.${open.findIndex(([, one]) => one === route)}`,
    });
    expect(reply.json().code).toBe('api_key_invalid');
  }
});

test('no route that pays out, reads the session or belongs to admins has a scope', () => {
  for (const [name, { access, recentLogin, path }] of open) {
    expect([name, access === 'admin', recentLogin ?? false]).toEqual([name, false, false]);
    expect(path).not.toMatch(/^\/api\/(?:auth|keys|admin|account|payouts|media)/);
  }
});

test('each scope opens a route for each kind of account that can grant it', () => {
  const opens = apiScopes.flatMap((scope) =>
    roles.map((role) => ({
      ...{ scope, role },
      opens: open.some(
        ([, route]) => route.scope === scope && ['public', 'session', role].includes(route.access),
      ),
    })),
  );
  expect(opens).toEqual(
    opens.map(({ scope, role }) => ({ scope, role, opens: scopeTexts[scope].allows[role] !== undefined })),
  );
});
