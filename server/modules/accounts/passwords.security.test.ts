import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';
import { createAdmin } from './accounts.ts';
import { quickPasswords, scryptPasswords } from './passwords.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts({ slowPasswords: true });
});
afterAll(() => app.close());

describe('check 9: passwords have 6 to 128 characters and are not truncated', () => {
  test('accepts six characters', async () => {
    expect(await app.whoIs(await app.member('six@example.com', { password: 'x7%kQ2' }))).not.toBeNull();
  });

  test('compares all 128 characters, including those after byte 72', async () => {
    const password = `${'ü'.repeat(127)}a`;
    expect(await app.whoIs(await app.member('long@example.com', { password }))).not.toBeNull();
    const almost = `${'ü'.repeat(127)}b`;
    const reply = await app.post('/api/auth/login', { email: 'long@example.com', password: almost });
    expect(reply.statusCode).toBe(401);
  });

  test('refuses 129 characters and names the field', async () => {
    const password = 'x'.repeat(129);
    const form = {
      email: 'longer@example.com',
      password,
      confirmation: password,
      role: 'host',
      acceptTerms: true,
    };
    const reply = await app.post('/api/auth/sign-up', form);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields[0].field).toBe('password');
  });
});

test('verifies quick and slow hashes whether or not dev tools are on', async () => {
  for (const [hashed, compared] of [
    [quickPasswords, scryptPasswords],
    [scryptPasswords, quickPasswords],
  ] as const) {
    const hash = await hashed.hash(GOOD_PASSWORD);
    expect(await compared.verify({ hash, password: GOOD_PASSWORD })).toBe(true);
    expect(await compared.verify({ hash, password: `${GOOD_PASSWORD}!` })).toBe(false);
  }
});

test('check 10: refuses common passwords on each path that sets one', async () => {
  const common = { password: 'Password123', confirmation: 'Password123', acceptTerms: true };
  const email = 'common@example.com';
  const refused = { code: 'password_too_common' };
  expect((await app.post('/api/auth/sign-up', { ...common, email, role: 'host' })).json()).toMatchObject(
    refused,
  );

  const cookie = await app.member(email);
  const change = await app.post(
    '/api/auth/change-password',
    { ...common, current: GOOD_PASSWORD },
    { cookie },
  );
  expect(change.json()).toMatchObject(refused);

  await app.post('/api/auth/forgot-password', { email });
  const token = tokenOf(await app.mailTo(email));
  expect((await app.post('/api/auth/reset-password', { ...common, token })).json()).toMatchObject(refused);

  expect(await createAdmin(app.db, { username: 'common_boss', password: common.password })).toMatchObject(
    refused,
  );
});

describe.each([
  ['sign-up', { email: 'rules@example.com', role: 'host', acceptTerms: true }],
  ['change-password', { current: GOOD_PASSWORD }],
  ['add-password', {}],
  ['reset-password', { token: 'any' }],
] as const)('POST /api/auth/%s', (path, form) => {
  test.each([
    ['missing_information', '', ''],
    ['password_mismatch', 'clear blue harbour', 'clear blue harbor'],
    ['password_too_short', 'x7%kQ', 'x7%kQ'],
    ['password_too_common', 'Password123', 'Password123'],
  ])('422 refuses a new password with %s', async (code, password, confirmation) => {
    const cookie = await app.member(`${path}-${code}@example.com`.replaceAll('_', '-'));
    const reply = await app.post(`/api/auth/${path}`, { ...form, password, confirmation }, { cookie });
    expect([reply.statusCode, reply.json().code]).toEqual([422, code]);
  });
});

test('422 asks for the email of a forgotten password', async () => {
  const reply = await app.post('/api/auth/forgot-password', { email: ' ' });
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'missing_information']);
});

test('check 16: offers no way to change the email, which is read-only as specified', async () => {
  const cookie = await app.member('read-only@example.com');
  await app.post(
    '/api/auth/choose-role',
    { role: 'host', acceptTerms: true, email: 'other@example.com' },
    { cookie },
  );
  expect(await app.whoIs(cookie)).toMatchObject({ email: 'read-only@example.com' });
});

test('check 20: admin login accepts only admins and sets a separate session', async () => {
  await app.member('host-at-admin@example.com', { role: 'host' });
  await createAdmin(app.db, { username: 'door_boss', password: GOOD_PASSWORD });
  const knock = (username: string) =>
    app.post('/api/auth/admin-login', { username, password: GOOD_PASSWORD });
  expect((await knock('host-at-admin@example.com')).statusCode).toBe(401);
  const reply = await knock(' Door_Boss ');
  expect(await app.whoIs(cookieOf(reply))).toMatchObject({ role: 'admin' });
});

test('check 23: a sign-up can’t make itself an admin, verified, a demo account or immune to bans', async () => {
  const email = 'mass@example.com';
  const form = { email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, acceptTerms: true };
  expect((await app.post('/api/auth/sign-up', { ...form, role: 'admin' })).statusCode).toBe(400);
  await app.post('/api/auth/sign-up', {
    ...form,
    role: 'clipper',
    emailVerified: true,
    email_verified: true,
    isDemo: true,
    adminUsername: 'me',
    id: '01900000-0000-7000-8000-000000000000',
  });
  const mine = app.db.selectFrom('users').selectAll().where('email', '=', email);
  expect(await mine.execute()).toEqual([]);
  await app.verify(email);
  const user = await mine.executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    role: 'clipper',
    is_demo: false,
    admin_username: null,
  });
  expect(user.id).not.toBe('01900000-0000-7000-8000-000000000000');
});
