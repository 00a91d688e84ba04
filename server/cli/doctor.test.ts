import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PARTS, recordMade, recordProved } from '#server/infra/backup/backup-record.ts';
import { DAY } from '#server/infra/clock.ts';
import { claimMode } from '#server/infra/installation-mode.ts';
import { secretId } from '#server/infra/secrets.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { judge } from './doctor/database.ts';
import { node } from './doctor/machine.ts';
import { doctor } from './doctor.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-doctor-'));
const DATA_DIR = join(home, 'data');
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function examined(env: Record<string, string>) {
  const lines: string[] = [];
  const code = await doctor.runAlone({
    args: [],
    env: { DATA_DIR, APP_URL: 'http://127.0.0.1:1', ...env },
    print: (line) => lines.push(line),
    readConfig: () => expect.fail('doctor reads the settings itself, to say what is wrong with them'),
    openUnmigrated: () => expect.fail('a look starts no database'),
  });
  return { code, lines, of: (part: string) => lines.find((line) => line.slice(9).startsWith(part)) };
}

test('a demo that was never started is in order, and examining it creates nothing', async () => {
  const { code, lines } = await examined({});
  expect(lines.filter((line) => line.startsWith('wrong'))).toEqual([]);
  expect(code).toBe(0);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a setting that stops the start is the only finding', async () => {
  const { code, lines } = await examined({ MODE: 'live' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(
      /^wrong +Settings +APP_URL must begin with https:|^wrong +Settings +SMTP_URL must be set/,
    ),
    '0 ok, 0 warnings, 1 wrong',
  ]);
});

test('files of an installation without a named database stop the start, so that is the only finding', async () => {
  const orphans = join(home, 'orphans');
  mkdirSync(join(orphans, 'media'), { recursive: true });
  const { code, lines } = await examined({ DATA_DIR: orphans });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^wrong +Settings +DATABASE_URL or APP_DATABASE_URL must be set, because /),
    '0 ok, 0 warnings, 1 wrong',
  ]);
});

test('a service that does not answer is wrong, and so is a secret that others can read', async () => {
  const secretHome = join(home, 'open');
  mkdirSync(secretHome);
  writeFileSync(join(secretHome, 'secret'), 'x'.repeat(32), { mode: 0o644 });
  const { code, of } = await examined({
    MODE: 'staging',
    DATA_DIR: secretHome,
    DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(of('Secret')).toMatch(/^wrong .*chmod 600/);
  expect(of('Database')).toMatch(/^wrong .*can't be reached: connect ECONNREFUSED/);
  expect(of('Mail')).toMatch(/^wrong .*does not take the login/);
  expect(of('Address')).toMatch(/^warning .*start the server/);
});

test("a secret that is not the database's is wrong, and the right one is confirmed", async () => {
  const t = await testDatabase();
  await claimMode(t.db, 'staging', new Date(), () => secretId(TEST_SECRET));
  const secretOf = async (SECRET: string) =>
    (await examined({ MODE: 'staging', DATABASE_URL: t.ownerUrl, SECRET })).of('Secret');
  expect(await secretOf('a secret of another installation')).toMatch(
    /^wrong .*SECRET or SECRET_PREVIOUS must be/,
  );
  expect(await secretOf(TEST_SECRET)).toMatch(/^ok .*From SECRET, and the one of this database/);
  await t.close();
});

test('lists the settings and files that no backup holds, without their values', async () => {
  const texts = join(home, 'texts elsewhere');
  mkdirSync(texts);
  const { lines } = await examined({
    ...{ MODE: 'staging', APP_URL: 'https://nowhere.invalid', SECRET: TEST_SECRET, TEXTS_DIR: texts },
    ...{ STRIPE_SECRET_KEY: 'sk_test_abcdef', STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh' },
    DATABASE_URL: 'postgres://somebody:hunter2hunter2@127.0.0.1:1/none',
  });
  const kept = lines.filter((line) => line.slice(9).startsWith('Not kept')).join('\n');
  expect(kept).toMatch(
    /The settings.*: APP_URL, DATA_DIR, DATABASE_URL, MODE, SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, TEXTS_DIR\.$/m,
  );
  expect(kept).toContain(`${texts}.`);
  expect(kept).toContain('The roles of your PostgreSQL');
  expect(kept).toContain('the certificate of nowhere.invalid');
  expect(lines.join('\n')).not.toMatch(/hunter2|sk_test_abcdef|whsec_abc/);
  const { lines: demo } = await examined({});
  expect(demo.filter((line) => line.slice(9).startsWith('Not kept'))).toHaveLength(1);
});

test('a missing backup of an own PostgreSQL is wrong a day after the first start, an unproved one a warning', async () => {
  const { db, ownerUrl, close } = await testDatabase();
  const { of: young } = await examined({ MODE: 'staging', DATABASE_URL: ownerUrl });
  expect(young('Backups')).toMatch(/^warning .*There is no backup of database and files yet/);
  await claimMode(db, 'staging', new Date(Date.now() - 1.1 * DAY));
  const findings = async () => (await examined({ MODE: 'staging', DATABASE_URL: ownerUrl })).of('Backups');
  expect(await findings()).toMatch(/^wrong .*No backup of database and files is recorded/);
  await recordMade(db, PARTS, new Date());
  expect(await findings()).toMatch(/^warning .*none was ever proved by --verify/);
  await recordProved(db, PARTS, new Date());
  expect(await findings()).toMatch(/^ok .*The last ones: database of /);
  await close();
});

test('backups are not watched where platforms are simulated', async () => {
  const { db, ownerUrl, close } = await testDatabase();
  await claimMode(db, 'staging', new Date(Date.now() - 1.1 * DAY));
  const { of } = await examined({ MODE: 'staging', SIMULATOR_PORT: '3090', DATABASE_URL: ownerUrl });
  expect(of('Backups')).toMatch(/^ok .*None are watched, because platforms are simulated here\.$/);
  await close();
});

test('a platform that refuses this app is wrong, with the error and what follows', async () => {
  const { db, ownerUrl, close } = await testDatabase();
  const findings = async () => (await examined({ MODE: 'staging', DATABASE_URL: ownerUrl })).of('Access');
  expect(await findings()).toMatch(/^ok .*No platform refuses this app/);
  const now = new Date();
  const refusal = { platform: 'instagram', api: 'posts', since: now, last_at: now, counted_at: now } as const;
  await db
    .insertInto('app_refusals')
    .values({ ...refusal, is_inferred: false, detail: 'Instagram answered 403, code 200' })
    .execute();
  expect(await findings()).toMatch(
    /^wrong .*Instagram has refused Permille’s app.*code 200.*Nobody is asked to reconnect/,
  );
  await close();
});

test('a replica URL that does not lead to a replica is a warning', async () => {
  const { ownerUrl, close } = await testDatabase();
  const { of } = await examined({ MODE: 'staging', DATABASE_URL: ownerUrl, DATABASE_READ_URL: ownerUrl });
  expect(of('Replica')).toMatch(/^warning .*from the primary: DATABASE_READ_URL leads to no replica\.$/);
  await close();
});

test('the public address is requested as visitors request it', async () => {
  let status = 200;
  const server = createServer((_, reply) => reply.writeHead(status).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const APP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await examined({ APP_URL })).of('Address')).toBe(`ok       Address      ${APP_URL} answers.`);
  status = 503;
  expect((await examined({ APP_URL })).of('Address')).toMatch(/^warning .*\/readyz answers 503/);
  server.close();
});

test('waits for a server that was just started and whose proxy still answers 502', async () => {
  const statuses = [502, 502];
  const server = createServer((_, reply) => reply.writeHead(statuses.shift() ?? 200).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const APP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await examined({ APP_URL })).of('Address')).toBe(`ok       Address      ${APP_URL} answers.`);
  server.close();
});

test('a database setting is a finding when it could lose money, skew the clock or expose traffic', () => {
  const well = {
    version: 170_000,
    nowMs: Date.now(),
    connections: 100,
    encrypted: true,
    durable: true,
    trigrams: true,
  };
  const far = new URL('postgres://a:b@db.example/permille');
  const statesOf = (change: Partial<typeof well>, at = far) =>
    judge({ ...well, nowMs: Date.now(), ...change }, at).map(({ state }) => state);
  expect(statesOf({})).toEqual([]);
  expect(statesOf({ durable: false })).toEqual(['wrong']);
  expect(statesOf({ nowMs: Date.now() - 60_000 })).toEqual(['wrong']);
  expect(statesOf({ encrypted: false })).toEqual(['warning']);
  expect(statesOf({ encrypted: false }, new URL('postgres://a:b@127.0.0.1/permille'))).toEqual([]);
  expect(statesOf({ connections: 10 })).toEqual(['warning']);
});

test('a Node without security fixes is a warning', () => {
  expect(['20.19.0', '22.1.0', '24.0.0'].map((version) => node(version).state)).toEqual([
    'warning',
    'ok',
    'ok',
  ]);
});
