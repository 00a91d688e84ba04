import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { testDatabase } from '../database.ts';
import { collect, type Named } from './collect.ts';
import { places } from './places.ts';
import type { Place, Role, Statement } from './statements.ts';

const ADMIN = { username: 'auditor', password: 'a long password for the test' };

/** Starts a server with the demo's two accounts, an admin, and a movable clock. Jobs run only on request. */
export async function factsWorld() {
  const clock = new MovableClock({ frozenAt: new Date('2026-11-18T10:20:30Z') });
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-contradictions-'));
  const app = await createApp(
    readConfig({
      SECRET: 'x'.repeat(32),
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_MARKET: '0',
      DEV_TOOLS: '1',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    }),
    { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false },
  );
  const cookies: Partial<Record<Role, string>> = {
    host: await signIn('/api/auth/demo-login', { role: 'host' }),
    clipper: await signIn('/api/auth/demo-login', { role: 'clipper' }),
    admin: await signIn('/api/auth/admin-login', ADMIN),
  };
  const named: Named = { clip: [], listing: [], person: [], clipper: ['tess_cuts'], host: ['marlow'] };
  const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);
  named.clip = ids(await bySession('clipper', '/api/clipper/submissions'));
  named.listing = ids(await bySession('host', '/api/host/listings'));
  const people = await database.db.selectFrom('users').select('id').where('is_demo', '=', true).execute();
  named.person = people.map(({ id }) => id);
  const own = { host: 'marlow', clipper: 'tess_cuts' };

  return { app, clock, database, named, own, read, bySession, send, collectAll, stop };

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

  function bySession(as: Role, url: string) {
    return read(url, { cookie: cookies[as] ?? '' });
  }

  /** A person's act, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async function send(as: Role, url: string, payload: object = {}): Promise<any> {
    const headers = {
      cookie: cookies[as] ?? '',
      origin: 'http://localhost:3000',
      'idempotency-key': newId(),
    };
    const reply = await app.server.inject({ method: 'POST', url, payload, headers });
    expect(reply.statusCode, `${url}: ${reply.body}`).toBe(200);
    return reply.json();
  }

  function collectAll(of: readonly Place[] = places): Promise<Statement[]> {
    return collect(of, { read: bySession, named, own });
  }

  async function stop(): Promise<void> {
    await app.stop();
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
}
