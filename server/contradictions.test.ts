import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { DAY, MovableClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { newsMails } from './modules/notifications/notifications.ts';
import { deadlinesJob } from './modules/submissions/deadlines.job.ts';
import { testDatabase } from './testing/database.ts';
import { collect, type Named } from './testing/facts/collect.ts';
import { places } from './testing/facts/places.ts';
import { compare, type Role, type Statement } from './testing/facts/statements.ts';

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
const named: Named = { clip: [], listing: [], person: [], clipper: ['tess_cuts'], host: ['marlow'] };
beforeAll(async () => {
  cookies.host = await signIn('/api/auth/demo-login', { role: 'host' });
  cookies.clipper = await signIn('/api/auth/demo-login', { role: 'clipper' });
  cookies.admin = await signIn('/api/auth/admin-login', ADMIN);
  named.clip = (await read('clipper', '/api/clipper/submissions')).rows.map(({ id }: { id: string }) => id);
  named.listing = (await read('host', '/api/host/listings')).rows.map(({ id }: { id: string }) => id);
  const people = await database.db.selectFrom('users').select('id').where('is_demo', '=', true).execute();
  named.person = people.map(({ id }) => id);
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
async function read(as: Role, url: string): Promise<any> {
  const reply = await app.server.inject({ method: 'GET', url, headers: { cookie: cookies[as] ?? '' } });
  expect(reply.statusCode, `${url}: ${reply.body}`).toBe(200);
  if (!reply.headers['content-type']?.toString().includes('json')) {
    return { rows: parse(reply.body, { columns: true, bom: true }) };
  }
  const body = reply.json();
  if (!body.nextCursor) return body;
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', body.nextCursor);
  const rest = await read(as, next.pathname + next.search);
  return { ...body, rows: [...body.rows, ...rest.rows] };
}

const collectAll = (): Promise<Statement[]> =>
  collect(places, { read, named, own: { host: 'marlow', clipper: 'tess_cuts' } });

test('every reply, file, export, notice and mail of every role says the same of each clip, listing and person', async () => {
  const statements = await collectAll();
  const { contradictions, places: by } = compare(statements);
  expect(contradictions).toEqual([]);
  const [some] = statements;
  const wrong = { ...some!, value: 'another', where: 'one page' };
  expect(compare([...statements, wrong]).contradictions).toEqual([expect.stringContaining('one page')]);
  // A fact that one place states alone proves nothing.
  expect([...by].filter(([, where]) => where.size < 2).map(([name]) => name)).toEqual([]);
});

test('the same once the deadlines of the clips are over and everybody was notified', async () => {
  // These jobs alone: all of them would count every post of two days.
  clock.advance(2 * DAY);
  await deadlinesJob(database.db).run(clock.now());
  await newsMails({ db: database.db, appUrl: 'http://localhost:3000' }).run(clock.now());
  const { contradictions, places: by } = compare(await collectAll());
  expect(contradictions).toEqual([]);
  expect([...by.get('clip: decideByText')!]).toEqual(
    expect.arrayContaining(['clipper /api/notifications', 'host /api/notifications', 'visitor /dev/outbox']),
  );
});
