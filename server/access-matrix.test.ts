import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_HEADER } from '#contract/accounts/accounts.ts';
import { everyRoute } from '#contract/every-route.ts';
import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import type { Access, RouteSpec } from '#contract/wire/route.ts';
import { type App, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { anonymousHeaders, createActor, TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';

const callers = ['anonymous', 'no role yet', 'host', 'clipper', 'admin'] as const;
type Caller = (typeof callers)[number];

/** Routes outside the contract, and the guard of each. */
const OUTSIDE_THE_CONTRACT = new Map([
  ['GET /api/v1/openapi.json', 'public: it describes, and holds no data'],
  ['GET /api/docs', 'public: the same as a page'],
  ['GET /api/docs/redoc.js', 'public: what draws that page'],
  ['GET /api/docs/draw.js', 'public: in which theme'],
  ['GET /api/openapi.json', 'public: it describes, and holds no data'],
  ['GET /api/auth/callback/google', 'public: state, PKCE and the provider (check 17)'],
  ['GET /api/connections/callback/:platform', 'its own test: server/modules/connections'],
  ['GET /api/connections/callback/tiktok/analytics/', 'its own test: server/modules/connections'],
  ['OPTIONS /api/uploads', 'its own test: server/modules/media'],
  ['POST /api/uploads', 'its own test: server/modules/media'],
  ['OPTIONS /api/uploads/:id', 'its own test: server/modules/media'],
  ['PATCH /api/uploads/:id', 'its own test: server/modules/media'],
  ['DELETE /api/uploads/:id', 'its own test: server/modules/media'],
  ['PUT /api/media/:id/poster', 'its own test: server/modules/media'],
  ['PUT /api/media/:id/storyboard/:sheet', 'its own test: server/modules/media'],
  ['PUT /api/profiles/me/photo', 'its own test: server/modules/profiles'],
  ['PUT /api/submissions/:id/attestation', 'its own test: server/modules/attestations'],
]);

const database = await testDatabase();
const app = await startApp();

async function startApp(): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-matrix-'));
  const config = readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
  });
  const made = await createApp(
    { ...config, google: { clientId: 'client', clientSecret: 'secret' } },
    { databaseUrl: database.appUrl, clock: new MovableClock(), log: createLog('silent'), tick: false },
  );
  await made.server.ready();
  return made;
}
afterAll(async () => {
  await app.stop();
  await database.close();
});

/** Returns the code with which the guard must refuse, or null when the guard lets the call pass. */
function expected(access: Access, caller: Caller): string | null {
  if (access === 'public') return null;
  if (caller === 'anonymous') return 'unauthenticated';
  if (access === 'session' || access === caller) return null;
  return access === 'admin' ? 'not_found' : 'wrong_role';
}

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return anonymousHeaders;
  // Each call is by a new person, because signing out or changing a role must not affect the next call.
  return (await createActor(database.db, { role: caller === 'no role yet' ? null : caller })).headers;
}

async function call(route: RouteSpec, caller: Caller) {
  const url = route.path.replaceAll(/:\w+/g, newId());
  return await app.server.inject({
    method: route.method,
    url,
    headers: await headersOf(caller),
    // The body is invalid, so a call that passes the guard stops at validation and changes nothing.
    ...(route.body ? { payload: [] } : {}),
  });
}

const declared = Object.entries<RouteSpec>(everyRoute).filter(([, route]) =>
  app.server.hasRoute({ method: route.method, url: route.path }),
);

test.each(declared)('check 21: %s: each caller gets what the contract states', async (_name, route) => {
  const answers: Record<string, unknown> = {};
  for (const caller of callers) {
    const reply = await call(route, caller);
    const { code } = reply.headers['content-type']?.toString().includes('problem')
      ? reply.json()
      : { code: null };
    const refused = ['unauthenticated', 'wrong_role'].includes(code);
    const want = expected(route.access, caller);
    // An admin's route also answers not_found for an unknown id, after the guard let the call pass.
    answers[caller] = want === 'not_found' ? code : refused ? code : null;
    expect(reply.statusCode, `${caller}: ${reply.body}`).toBeLessThan(500);
  }
  expect(answers).toEqual(
    Object.fromEntries(callers.map((caller) => [caller, expected(route.access, caller)])),
  );
});

test('every route refuses a request of a page that was loaded for another account', async () => {
  const codes: Record<string, unknown> = {};
  const headers = { ...(await headersOf('host')), [ACCOUNT_HEADER]: newId() };
  for (const [name, { method, path, access, body }] of declared) {
    if (access === 'public') continue;
    const url = path.replaceAll(/:\w+/g, newId());
    const reply = await app.server.inject({ method, url, headers, ...(body ? { payload: [] } : {}) });
    codes[name] = [reply.statusCode, reply.json().code];
  }
  expect(new Set(Object.values(codes).map(String))).toEqual(new Set(['409,other_account']));
});

test('a request of a page that was loaded for the signed-in account is answered', async () => {
  const { userId, headers } = await createActor(database.db, { role: 'host' });
  const { method, path } = everyRoute.listNotificationPreferences;
  const reply = await app.server.inject({
    method,
    url: path,
    headers: { ...headers, [ACCOUNT_HEADER]: userId },
  });
  expect(reply.statusCode).toBe(200);
});

test('every declared route is served', () => {
  const missing = Object.entries<RouteSpec>(everyRoute)
    .filter(([, route]) => !app.server.hasRoute({ method: route.method, url: route.path }))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});

test('every route under /api/ is declared, or listed with its guard', () => {
  const known = new Set([
    ...declared.map(([, route]) => `${route.method} ${route.path}`),
    ...publicRoutesOf(everyRoute).map(([, { method, path }]) => `${method} ${publicPath(path)}`),
    ...OUTSIDE_THE_CONTRACT.keys(),
  ]);
  const served = registered(app.server.printRoutes({ commonPrefix: false }));
  expect(served.length).toBeGreaterThan(10);
  expect(served.filter((route) => !known.has(route))).toEqual([]);
});

/** Returns "METHOD /path" for every API route in the router's printed tree. */
function registered(drawing: string): string[] {
  const stack: string[] = [];
  const found: string[] = [];
  for (const line of drawing.split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line);
    if (!match) continue;
    const [, indent = '', part = '', methods] = match;
    stack.length = indent.length / 4;
    stack.push(part);
    const path = stack.join('');
    for (const method of methods?.split(', ') ?? []) {
      if (path.startsWith('/api/') && method !== 'HEAD') found.push(`${method} ${path}`);
    }
  }
  return found;
}
