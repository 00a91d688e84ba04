import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, MINUTE } from '#server/infra/clock.ts';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';
import { TEST_APP_URL } from '#server/testing/actor.ts';

/** The account that the simulated Google signs in, and the requests it received. */
let person = { sub: 'g-1', email: 'gina@example.com', email_verified: true, name: 'Gina' };
let tokenRequest = new URLSearchParams();
let google: Server;
let app: AccountsServer;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

beforeAll(async () => {
  google = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    const send = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (request.url?.startsWith('/.well-known/')) {
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
      });
    }
    if (request.url === '/token') {
      let text = '';
      for await (const chunk of request) text += chunk;
      tokenRequest = new URLSearchParams(text);
      return send({
        access_token: 'google-access-token',
        refresh_token: 'google-refresh-token',
        token_type: 'Bearer',
        expires_in: 3600,
        id_token: `${encode({ alg: 'none' })}.${encode({ iss: issuer, ...person })}.`,
      });
    }
    return send(person);
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const { port } = google.address() as AddressInfo;
  app = await startAccounts({
    google: { clientId: 'client', clientSecret: 'client-secret', issuer: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await app.close();
  google.close();
});
beforeEach(() => {
  person = { sub: 'g-1', email: 'gina@example.com', email_verified: true, name: 'Gina' };
});

const start = async () => {
  const reply = await app.post('/api/auth/google', {});
  return { url: new URL(reply.json().url), cookie: cookieOf(reply) };
};

const comeBack = (query: string, cookie: string) =>
  app.server.inject({ method: 'GET', url: `/api/auth/callback/google?${query}`, headers: { cookie } });

/** Returns the session cookie that a reply sets; empty when it sets none. */
const sessionOf = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]!)
    .find((cookie) => cookie.startsWith('permille_session=') && cookie.length > 30) ?? '';

async function signIn() {
  const { url, cookie } = await start();
  return await comeBack(`code=abc&state=${url.searchParams.get('state')}`, cookie);
}

describe('check 17: sign-in with Google', () => {
  test('a sign-in uses state and PKCE and returns a signed-in person who has yet to choose a role', async () => {
    const { url, cookie } = await start();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(`${TEST_APP_URL}/api/auth/callback/google`);
    const reply = await comeBack(`code=abc&state=${url.searchParams.get('state')}`, cookie);
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe('/dashboard');
    expect(tokenRequest.get('code_verifier')).toMatch(/.{43,}/);
    expect(await app.whoIs(sessionOf(reply))).toMatchObject({ email: 'gina@example.com', role: null });
  });

  test('refuses a made-up state, a state of another browser and a used state', async () => {
    const { url, cookie } = await start();
    const state = url.searchParams.get('state');
    const attempts = [
      await comeBack('code=abc&state=made-up', cookie),
      await comeBack(`code=abc&state=${state}`, ''),
    ];
    await comeBack(`code=abc&state=${state}`, cookie);
    attempts.push(await comeBack(`code=abc&state=${state}`, cookie));
    for (const reply of attempts) {
      expect(sessionOf(reply)).toBe('');
      expect(reply.headers.location).not.toBe('/dashboard');
    }
  });

  test('keeps no provider tokens after the first sign-in or a later one', async () => {
    await signIn();
    await signIn();
    const rows = await app.db
      .selectFrom('credentials')
      .selectAll()
      .where('provider_id', '=', 'google')
      .execute();
    expect(rows).toMatchObject([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  test('links Google to an account of the same address only when both sides verified it', async () => {
    await app.member('both@example.com');
    person = { ...person, sub: 'g-both', email: 'both@example.com' };
    expect(await app.whoIs(sessionOf(await signIn()))).toMatchObject({ email: 'both@example.com' });

    await app.member('google-not@example.com');
    person = { ...person, sub: 'g-not', email: 'google-not@example.com', email_verified: false };
    expect(sessionOf(await signIn())).toBe('');
  });

  test('a person with two-step sign-in gets a session from Google only after a code', async () => {
    person = { ...person, sub: 'g-two', email: 'two-steps@example.com' };
    const cookie = sessionOf(await signIn());
    const started = await app.post('/api/auth/second-factor', {}, { cookie });
    const totp = new TOTP({ secret: Secret.fromBase32(started.json().secret) });
    const confirmed = await app.post(
      '/api/auth/second-factor/confirm',
      { code: totp.generate() },
      { cookie },
    );

    const before = await app.db.selectFrom('sessions').select('id').execute();
    const reply = await signIn();
    expect(reply.headers.location).toBe('/auth?mode=login&code=google');
    expect(sessionOf(reply)).toBe('');
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length);

    const proof = cookieOf(reply);
    const [backupCode] = confirmed.json().backupCodes;
    const finish = (code: string, by = proof) =>
      app.post('/api/auth/google/code', { code }, by ? { cookie: by } : {});
    expect((await finish(backupCode, '')).json().code).toBe('login_failed');
    expect((await finish(backupCode, proof.replace(/.$/, '!'))).json().code).toBe('login_failed');
    expect((await finish('')).json().code).toBe('second_factor_required');
    expect((await finish('123456')).json().code).toBe('second_factor_wrong');
    expect(await app.whoIs(sessionOf(await finish(backupCode)))).toMatchObject({
      email: 'two-steps@example.com',
    });
    for (let tries = 1; tries <= 5; tries++) await finish('123456');
    expect((await finish('123456')).json().code).toBe('second_factor_locked');
  });

  test('a pending sign-up of the same address neither blocks the owner’s sign-in nor opens the account later', async () => {
    const email = 'local-not@example.com';
    const form = {
      email,
      password: 'planted harbour',
      confirmation: 'planted harbour',
      role: 'host',
      acceptTerms: true,
    };
    await app.post('/api/auth/sign-up', form);
    const planted = tokenOf(await app.mailTo(email));
    person = { ...person, sub: 'g-local', email, email_verified: true };
    expect(await app.whoIs(sessionOf(await signIn()))).toMatchObject({ email, role: null });
    const opening = { token: planted, password: form.password };
    expect((await app.post('/api/auth/verify-email', opening)).statusCode).toBe(410);
    const { password } = form;
    expect((await app.post('/api/auth/login', { email, password })).json().code).toBe('login_failed');
    const waiting = app.db.selectFrom('pending_sign_ups').select('id').where('email', '=', email);
    expect(await waiting.execute()).toEqual([]);
  });

  test('creates no account for an address that Google has not verified', async () => {
    const email = 'planted@example.com';
    person = { ...person, sub: 'g-planted', email, email_verified: false };
    expect(sessionOf(await signIn())).toBe('');
    const form = {
      email,
      password: 'the owner’s own',
      confirmation: 'the owner’s own',
      role: 'clipper',
      acceptTerms: true,
    };
    await app.post('/api/auth/sign-up', form);
    await app.verify(email, form.password);
    expect(sessionOf(await signIn())).toBe('');
    const linked = app.db.selectFrom('credentials').selectAll().where('account_id', '=', 'g-planted');
    expect(await linked.execute()).toEqual([]);
  });

  test('refuses a banned person’s sign-in with Google', async () => {
    person = { ...person, sub: 'g-ban', email: 'google-ban@example.com' };
    await signIn();
    await app.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('email', '=', 'google-ban@example.com')
      .execute();
    expect(await app.whoIs(sessionOf(await signIn()))).toBeNull();
  });
});

describe('an account that signs in only with Google', () => {
  const add = (cookie: string, password = GOOD_PASSWORD) =>
    app.post('/api/auth/add-password', { password, confirmation: password }, { cookie });
  const signedIn = async (name: string) => {
    person = { ...person, sub: `g-${name}`, email: `${name}@example.com` };
    return sessionOf(await signIn());
  };
  const makeOld = (email: string) =>
    app.db
      .updateTable('sessions')
      .set({ confirmed_at: after(new Date(), -16 * MINUTE) })
      .where('user_id', '=', (q) => q.selectFrom('users').select('users.id').where('email', '=', email))
      .execute();

  test('sets a first password, ends the other sessions and mails the owner', async () => {
    const [other, cookie] = [await signedIn('first'), await signedIn('first')];
    expect(await app.whoIs(cookie)).toMatchObject({ hasPassword: false });
    expect((await add(cookie, 'abc')).json()).toMatchObject({ code: 'password_too_short' });
    expect((await add(cookie)).statusCode).toBe(200);
    expect(await app.whoIs(cookie)).toMatchObject({ hasPassword: true });
    expect(await app.whoIs(other)).toBeNull();
    expect((await app.mailTo('first@example.com'))?.subject).toBe('Your account has a password now');
    const login = { email: 'first@example.com', password: GOOD_PASSWORD };
    expect((await app.post('/api/auth/login', login)).statusCode).toBe(200);
    expect(await app.whoIs(await signedIn('first'))).toMatchObject({ email: 'first@example.com' });
  });

  test('sets a first password only once when two requests arrive together; later it is changed with the current one', async () => {
    const cookie = await signedIn('twice');
    const replies = await Promise.all([add(cookie), add(cookie, 'another blue harbour')]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await add(cookie)).json()).toMatchObject({ code: 'password_exists' });
  });

  test('refuses a first password from an old session until the person signs in with Google again', async () => {
    const cookie = await signedIn('open');
    await makeOld('open@example.com');
    expect((await add(cookie)).json()).toMatchObject({ code: 'confirm_identity' });
    expect((await add(await signedIn('open'))).statusCode).toBe(200);
  });
});

test('check 18: redirects stay on this site whatever the query says', async () => {
  const { url, cookie } = await start();
  const state = url.searchParams.get('state');
  const replies = [
    await comeBack('error=access_denied&state=x&callbackURL=https://evil.example', cookie),
    await comeBack(`error=access_denied&state=${state}&errorCallbackURL=https://evil.example`, cookie),
    await comeBack('code=1&redirectTo=//evil.example', cookie),
  ];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toMatch(/^\/(?!\/)/);
  }
});

test('answers 404 for sign-in with Google when it is not configured', async () => {
  const plain = await startAccounts();
  expect((await plain.post('/api/auth/google', {})).statusCode).toBe(404);
  const callback = await plain.server.inject({ method: 'GET', url: '/api/auth/callback/google?code=1' });
  expect(callback.statusCode).toBe(404);
  await plain.close();
});
