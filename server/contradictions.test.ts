import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/route.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { DAY, MovableClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { newsMails } from './modules/notifications/notifications.ts';
import { deadlinesJob } from './modules/submissions/deadlines.job.ts';
import { testKey } from './testing/api-keys.ts';
import { testDatabase } from './testing/database.ts';
import { collect, type Named } from './testing/facts/collect.ts';
import { places } from './testing/facts/places.ts';
import { compare, type Role, type Statement } from './testing/facts/statements.ts';
import { testMails } from './testing/mails.ts';

const ADMIN = { username: 'auditor', password: 'a long password for the test' };

const clock = new MovableClock({ frozenAt: new Date('2026-11-18T10:20:30Z') });
const database = await testDatabase();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-contradictions-'));
const app = await createApp(
  readConfig({
    SECRET: 'x'.repeat(32),
    DATA_DIR,
    DEMO: '1',
    DEMO_MARKET: '0',
    DEV_TOOLS: '1',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  }),
  {
    databaseUrl: database.appUrl,
    clock,
    log: createLog('silent'),
    tick: false,
  },
);
const cookies: Partial<Record<Role, string>> = {};
let stated: Statement[];
const named: Named = { clip: [], listing: [], person: [], clipper: ['tess_cuts'], host: ['marlow'] };
beforeAll(async () => {
  cookies.host = await signIn('/api/auth/demo-login', { role: 'host' });
  cookies.clipper = await signIn('/api/auth/demo-login', { role: 'clipper' });
  cookies.admin = await signIn('/api/auth/admin-login', ADMIN);
  named.clip = (await bySession('clipper', '/api/clipper/submissions')).rows.map(
    ({ id }: { id: string }) => id,
  );
  named.listing = (await bySession('host', '/api/host/listings')).rows.map(({ id }: { id: string }) => id);
  const people = await database.db.selectFrom('users').select('id').where('is_demo', '=', true).execute();
  named.person = people.map(({ id }) => id);
  const pin = { listing_id: named.listing[0]!, pinned_at: clock.now() };
  const pins = [12, 95].map((second) => ({ ...pin, second, label: `Second ${second}` }));
  await database.db.insertInto('listing_pins').values(pins).execute();
  stated = await collectAll();
});
afterAll(async () => {
  await app.stop();
  await database.close();
  rmSync(DATA_DIR, { recursive: true });
});

async function signIn(url: string, payload: object): Promise<string> {
  const headers = { origin: 'http://localhost:3000', 'idempotency-key': url };
  const reply = await app.server.inject({ method: 'POST', url, payload, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  const [session] = reply.cookies;
  return `${session!.name}=${encodeURIComponent(session!.value)}`;
}

/** A reply as its reader sees it: a list with all of its pages, a file with its lines as rows. */
// biome-ignore lint/suspicious/noExplicitAny: replies are read without their types, as any client could
async function read(url: string, headers: Record<string, string>): Promise<any> {
  const reply = await app.server.inject({ method: 'GET', url, headers });
  expect(reply.statusCode, `${url}: ${reply.body}`).toBe(200);
  if (!reply.headers['content-type']?.toString().includes('json')) {
    return { rows: parse(reply.body, { columns: true, bom: true }) };
  }
  const body = reply.json();
  if (!body.nextCursor) return body;
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', body.nextCursor);
  const rest = await read(next.pathname + next.search, headers);
  return { ...body, rows: [...body.rows, ...rest.rows] };
}

const bySession = (as: Role, url: string) => read(url, { cookie: cookies[as] ?? '' });

const collectAll = (): Promise<Statement[]> =>
  collect(places, { read: bySession, named, own: { host: 'marlow', clipper: 'tess_cuts' } });

test('every reply, file, export, notice and mail of every role says the same of each clip, listing and person', async () => {
  const { contradictions, places: by } = compare(stated);
  expect(contradictions).toEqual([]);
  const [some] = stated;
  const wrong = { ...some!, value: 'another', where: 'one page' };
  expect(compare([...stated, wrong]).contradictions).toEqual([expect.stringContaining('one page')]);
  // A fact that one place states alone proves nothing.
  expect([...by].filter(([, where]) => where.size < 2).map(([name]) => name)).toEqual([]);
});

test('what a program reads at /api/v1 says the same as the pages', async () => {
  const whose = { host: named.host[0]!, clipper: named.clipper[0]! };
  const few = { ...named, clip: named.clip.slice(0, 3), listing: named.listing.slice(0, 3) };
  const own = { host: 'marlow', clipper: 'tess_cuts' };
  const byPrograms: Statement[] = [];
  for (const place of places) {
    const { as } = place;
    const scope = scopeOf(place.url);
    // Few files may be read a minute, and each is one of the rows.
    if ((as !== 'host' && as !== 'clipper') || !scope || place.url.endsWith('.csv')) continue;
    const { id } = await database.db
      .selectFrom('profiles')
      .select('user_id as id')
      .where('username', '=', whose[as])
      .executeTakeFirstOrThrow();
    // A key for each place: a key may make only so many calls a minute.
    const { headers } = await testKey(database.db, id, [scope]);
    const versioned = { ...place, url: place.url.replace('/api/', '/api/v1/') };
    const byKey = (_as: Role, url: string) => read(url, headers);
    byPrograms.push(...(await collect([versioned], { read: byKey, named: few, own })));
  }
  expect(new Set(byPrograms.map(({ where }) => where)).size).toBeGreaterThan(10);
  expect(compare([...stated, ...byPrograms]).contradictions).toEqual([]);
});

/** What a program needs to read this address; null: no program may. */
const scopeOf = (url: string) =>
  Object.values<RouteSpec>(everyRoute).find(
    ({ method, path }) =>
      method === 'GET' && new RegExp(`^${path.replace(/:\w+/g, ':\\w+')}$`).test(url.split('?')[0]!),
  )?.scope ?? null;

test('the same once the deadlines of the clips are over and everybody was notified', async () => {
  // These jobs alone: all of them would count every post of two days.
  clock.advance(2 * DAY);
  await deadlinesJob(database.db).run(clock.now());
  await newsMails({ db: database.db, ...testMails }).run(clock.now());
  const { contradictions, places: by } = compare(await collectAll());
  expect(contradictions).toEqual([]);
  expect([...by.get('clip: decideByText')!]).toEqual(
    expect.arrayContaining(['clipper /api/notifications', 'host /api/notifications', 'visitor /dev/outbox']),
  );
});
