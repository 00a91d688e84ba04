import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/infra/log.ts';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';
import { ensureAdmin } from './accounts.ts';

const lines: string[] = [];
let app: AccountsServer;

beforeAll(async () => {
  app = await startAccounts({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.close());

test('check 36: never logs a password, token or cookie, even at log level trace', async () => {
  const email = 'secretive@example.com';
  const cookie = await app.member(email);
  await app.post('/api/auth/login', { email, password: 'a wrong harbour' }, { cookie });
  await app.post('/api/auth/forgot-password', { email });
  const token = tokenOf(await app.mailTo(email));
  await app.server.inject({ method: 'GET', url: `/reset-password?token=${token}` });
  await app.post('/api/auth/reset-password?token=in-the-query', {
    token,
    password: 'renewed harbour',
    confirmation: 'renewed harbour',
  });
  await sql`drop table profiles cascade`.execute(app.owner);
  const fresh = cookieOf(await app.post('/api/auth/login', { email, password: 'renewed harbour' }));
  const failed = await app.server.inject({ method: 'GET', url: '/api/session', headers: { cookie: fresh } });
  expect(failed.statusCode).toBe(500);

  const log = lines.join('');
  expect(log).toContain('unexpected');
  const signed = decodeURIComponent(fresh.split('=')[1]!);
  for (const secret of [
    GOOD_PASSWORD,
    'a wrong harbour',
    'renewed harbour',
    token,
    'in-the-query',
    signed,
    signed.split('.')[0]!,
    decodeURIComponent(cookie.split('=')[1]!).split('.')[0]!,
  ]) {
    expect(log).not.toContain(secret);
  }
  expect(failed.body).not.toContain('profiles');
});

describe('check 35: the audit log is append-only', () => {
  test('the database role of the application can neither change nor delete an entry', async () => {
    await app.member('audited@example.com');
    const { rows } = await sql`select 1 from audit_log where action = 'account.created'`.execute(app.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const statement of [
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(statement.execute(app.db)).rejects.toThrow('permission denied');
    }
  });
});

test('check 37: a common password for the configured admin stops the start with one sentence', async () => {
  await expect(
    ensureAdmin(app.db, { username: 'careless', password: 'password123' }, new Date()),
  ).rejects.toThrow('ADMIN_PASSWORD is on the list of common passwords; choose another.');
});

test('an existing admin keeps the password when the environment changes', async () => {
  await ensureAdmin(app.db, { username: 'steady', password: GOOD_PASSWORD }, new Date());
  await ensureAdmin(app.db, { username: 'Steady', password: 'another harbour' }, new Date());
  const login = (password: string) => app.post('/api/auth/admin-login', { username: 'steady', password });
  expect((await login('another harbour')).statusCode).toBe(401);
  expect((await login(GOOD_PASSWORD)).statusCode).toBe(200);
});
