import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, TEST_APP_URL, TEST_SECRET } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { createAccountsModule, createAdmin, ensureDemoAccounts } from './accounts.ts';

let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const clock = new MovableClock();
  const accounts = createAccountsModule({
    db,
    clock,
    secrets: soleSecret(TEST_SECRET),
    appUrl: TEST_APP_URL,
    termsVersion: '2025-01-01',
    demo: true,
  });
  await transact(db, (tx) => ensureDemoAccounts(tx, clock.now()));
  server = await createTestServer({ db, clock, modules: [accounts] });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const post = (url: string, payload: object, cookie?: string) =>
  server.inject({
    method: 'POST',
    url,
    payload,
    headers: { origin: TEST_APP_URL, ...(cookie ? { cookie } : {}) },
  });

const session = async (cookie?: string) =>
  (await server.inject({ method: 'GET', url: '/api/session', headers: cookie ? { cookie } : {} })).json();

const cookieOf = (reply: { headers: Record<string, unknown> }): string =>
  String(reply.headers['set-cookie']).split(';')[0]!;

test('a demo login during a reset waits for the new account and does not answer 404', async () => {
  const { owner } = database;
  const aside = (from: string, to: string) =>
    owner.updateTable('users').set({ email: to }).where('email', '=', from).execute();
  await aside('demo-clipper@permille.example', 'aside@permille.example');
  // `inject` sends the request only when its promise is awaited.
  const waiting = Promise.resolve(post('/api/auth/demo-login', { role: 'clipper' }));
  // The host's demo account exists, so its login succeeds while the clipper's login waits.
  expect((await post('/api/auth/demo-login', { role: 'host' })).statusCode).toBe(200);
  await aside('aside@permille.example', 'demo-clipper@permille.example');
  expect((await waiting).statusCode).toBe(200);
});

test('a person signs up, opens the mailed link, logs in, and signs out everywhere', async () => {
  const form = {
    email: 'Ana@Example.com',
    password: 'correct horse',
    confirmation: 'correct horse',
    acceptTerms: true,
    role: 'host',
  };
  const signedUp = await post('/api/auth/sign-up', form);
  expect(signedUp.statusCode).toBe(200);

  const early = await post('/api/auth/login', { email: 'ana@example.com', password: 'correct horse' });
  expect(early.json()).toMatchObject({ code: 'email_unverified', title: 'Email Unverified' });

  const [mail] = await listOutbox(database.db);
  expect(mail).toMatchObject({ to: 'ana@example.com' });
  const link = new URL(mail!.links[0]!);
  expect(link.origin + link.pathname).toBe(`${TEST_APP_URL}/verify-email`);
  const token = link.searchParams.get('token');
  expect((await post('/api/auth/verify-email', { token }, cookieOf(signedUp))).statusCode).toBe(200);

  const login = await post('/api/auth/login', { email: 'ana@example.com', password: 'correct horse' });
  expect(login.statusCode).toBe(200);
  const cookie = cookieOf(login);
  expect((await session(cookie)).user).toMatchObject({
    email: 'ana@example.com',
    role: 'host',
    username: null,
    isDemo: false,
    onboardingCompleted: false,
  });

  const out = await post('/api/auth/sign-out', {}, cookie);
  expect(out.statusCode).toBe(200);
  expect((await session(cookie)).user).toBeNull();
});

test('signs in to each demo account with one click, with its role', async () => {
  for (const role of ['host', 'clipper']) {
    const reply = await post('/api/auth/demo-login', { role });
    expect((await session(cookieOf(reply))).user).toMatchObject({ role, isDemo: true });
  }
});

test('an admin signs in by username at admin login and not at the common login', async () => {
  await createAdmin(database.db, { username: 'Boss', password: 'a long enough word' });
  const reply = await post('/api/auth/admin-login', { username: 'boss', password: 'a long enough word' });
  expect(reply.statusCode).toBe(200);
  expect((await session(cookieOf(reply))).user).toMatchObject({ role: 'admin' });
  const other = await post('/api/auth/login', {
    email: 'boss@admin.invalid',
    password: 'a long enough word',
  });
  expect(other.json()).toMatchObject({ code: 'login_failed' });
});

test('the fixture creates signed-in people', async () => {
  const actor = await createActor(database.db, { role: 'clipper', username: 'fixture_person' });
  expect((await session(actor.cookie)).user).toMatchObject({ id: actor.userId, username: 'fixture_person' });
});
