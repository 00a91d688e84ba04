import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountsServer, GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';
import { ensureAdmin } from './accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const MISSING = { title: 'Missing Information', detail: 'Please fill in all fields.' };
const MISMATCH = { title: 'Password Mismatch', detail: 'Password and confirmation do not match.' };
const SHORT = { title: 'Password Too Short', detail: 'Password must be at least 6 characters long.' };
const COMMON = { detail: 'This password is on the list of common ones. Choose another.' };
const UNVERIFIED = {
  title: 'Email Unverified',
  detail: 'Please check your email to verify your account before signing in.',
};
const WRONG = { title: 'Login Failed', detail: 'Please check your email and password and try again.' };

describe('sign-up checks empty, then mismatch, then short, then common', () => {
  test.each([
    ['an empty email before everything else', { email: '', password: 'ab', confirmation: 'cd' }, MISSING],
    ['an empty password', { email: 'a@b.example', password: '', confirmation: 'cd' }, MISSING],
    ['an empty confirmation', { email: 'a@b.example', password: 'ab', confirmation: '' }, MISSING],
    ['a mismatch before the length', { email: 'a@b.example', password: 'ab', confirmation: 'cd' }, MISMATCH],
    ['a short password', { email: 'a@b.example', password: 'ab', confirmation: 'ab' }, SHORT],
    ['a common password', { email: 'a@b.example', password: 'Qwerty1', confirmation: 'Qwerty1' }, COMMON],
  ])('reports %s', async (_name, form, expected) => {
    const reply = await app.post('/api/auth/sign-up', { ...form, role: 'host', acceptTerms: true });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject(expected);
  });

  test('refuses an impossible email and names its field', async () => {
    const form = { password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, role: 'host', acceptTerms: true };
    const reply = await app.post('/api/auth/sign-up', { ...form, email: 'not an email' });
    expect(reply.json()).toMatchObject({ code: 'invalid_input', fields: [{ field: 'email' }] });
  });
});

describe('login', () => {
  test.each([
    { email: '', password: 'x' },
    { email: 'a@b.example', password: '' },
  ])('asks for both fields: %j', async (form) => {
    expect((await app.post('/api/auth/login', form)).json()).toMatchObject(MISSING);
  });

  test('says "Email Unverified" only after the right password', async () => {
    const email = 'unverified@example.com';
    const form = {
      email,
      password: GOOD_PASSWORD,
      confirmation: GOOD_PASSWORD,
      role: 'host',
      acceptTerms: true,
    };
    await app.post('/api/auth/sign-up', form);
    const wrong = await app.post('/api/auth/login', { email, password: 'something else' });
    expect(wrong.json()).toMatchObject(WRONG);
    const right = await app.post('/api/auth/login', { email, password: GOOD_PASSWORD });
    expect(right.json()).toMatchObject(UNVERIFIED);
    expect(right.headers['set-cookie']).toBeUndefined();
  });

  test('ignores the case of the email', async () => {
    await app.member('case@example.com');
    const reply = await app.post('/api/auth/login', { email: ' CASE@Example.com ', password: GOOD_PASSWORD });
    expect(reply.statusCode).toBe(200);
  });

  test('says that an account is banned only after the right password', async () => {
    await app.member('banned@example.com');
    await app.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('email', '=', 'banned@example.com')
      .execute();
    const login = (password: string) =>
      app.post('/api/auth/login', { email: 'banned@example.com', password });
    expect((await login('something else')).json()).toMatchObject(WRONG);
    expect((await login(GOOD_PASSWORD)).json()).toMatchObject({ status: 403, code: 'account_banned' });
  });
});

test('admin login requires both fields, accepts the right pair, and otherwise says "Invalid credentials"', async () => {
  const login = (username: string, password: string) =>
    app.post('/api/auth/admin-login', { username, password });
  await ensureAdmin(app.db, { username: 'door_keeper', password: GOOD_PASSWORD }, new Date());
  for (const [username, password] of [
    ['', GOOD_PASSWORD],
    ['door_keeper', ''],
  ] as const)
    expect((await login(username, password)).json()).toMatchObject(MISSING);
  for (const [username, password] of [
    ['nobody', GOOD_PASSWORD],
    ['door_keeper', 'another harbour'],
  ] as const)
    expect((await login(username, password)).json()).toMatchObject({
      title: 'Login Failed',
      detail: 'Invalid credentials',
    });
  expect((await login('door_keeper', GOOD_PASSWORD)).statusCode).toBe(200);
});

test('a person whose sign-up is pending gets a new link on request, and the sign-up stays as typed', async () => {
  const email = 'again@example.com';
  const form = {
    email,
    password: GOOD_PASSWORD,
    confirmation: GOOD_PASSWORD,
    role: 'host',
    acceptTerms: true,
  };
  await app.post('/api/auth/sign-up', form);
  await app.post('/api/auth/resend-verification', { email, password: GOOD_PASSWORD });
  const reply = await app.verify(email);
  expect(reply.statusCode).toBe(200);
  expect((await app.post('/api/auth/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(200);
});

test.each([
  { email: '', password: 'x' },
  { email: 'a@b.example', password: '' },
])('a request for a new link needs both fields: %j', async (form) => {
  expect((await app.post('/api/auth/resend-verification', form)).json()).toMatchObject(MISSING);
});

test('an account without a role chooses one only once', async () => {
  const cookie = await app.member('no-role@example.com');
  await app.db.updateTable('users').set({ role: null }).where('email', '=', 'no-role@example.com').execute();
  const choose = (role: string) => app.post('/api/auth/choose-role', { role, acceptTerms: true }, { cookie });
  expect((await choose('host')).statusCode).toBe(200);
  expect(await app.whoIs(cookie)).toMatchObject({ role: 'host' });
  expect((await choose('clipper')).json()).toMatchObject({ code: 'role_already_chosen' });
});

test('a demo account keeps its password and does not exist outside demo mode', async () => {
  const demo = await app.post('/api/auth/demo-login', { role: 'host' });
  const cookie = String(demo.headers['set-cookie']).split(';')[0]!;
  const form = { current: 'permille-demo', password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD };
  expect((await app.post('/api/auth/change-password', form, { cookie })).json()).toMatchObject({
    code: 'demo_account_fixed',
  });
  await app.post('/api/auth/forgot-password', { email: 'demo-host@permille.example' });
  expect(await app.mailTo('demo-host@permille.example')).toBeUndefined();

  const live = await startAccounts({ demo: false });
  expect((await live.post('/api/auth/demo-login', { role: 'host' })).statusCode).toBe(404);
  await live.close();
});
