import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const signUp = (email: string, headers: Record<string, string> = {}) =>
  app.post(
    '/api/auth/sign-up',
    { email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, role: 'clipper', acceptTerms: true },
    { headers },
  );

/** Presses the button on the page of a mailed link, after typing the sign-up's password. */
const open = (token: string) => app.post('/api/auth/verify-email', { token, password: GOOD_PASSWORD });

async function resetToken(email: string): Promise<string> {
  await app.post('/api/auth/forgot-password', { email });
  return tokenOf(await app.mailTo(email));
}

const reset = (token: string, password = 'renewed harbour') =>
  app.post('/api/auth/reset-password', { token, password, confirmation: password });

const expire = () =>
  app.db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute();

describe('check 5: mailed links work once, even when used concurrently, and expire', () => {
  test('accepts one of eight concurrent uses of a verification link', async () => {
    await signUp('once@example.com');
    const token = tokenOf(await app.mailTo('once@example.com'));
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(token)));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(7).fill(410)]);
  });

  test('accepts one of four concurrent uses of a reset link and ends every session', async () => {
    const cookie = await app.member('reset@example.com');
    const token = await resetToken('reset@example.com');
    const replies = await Promise.all([1, 2, 3, 4].map((n) => reset(token, `renewed harbour ${n}`)));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 410, 410, 410]);
    expect(await app.whoIs(cookie)).toBeNull();
    const old = await app.post('/api/auth/login', { email: 'reset@example.com', password: GOOD_PASSWORD });
    expect(old.statusCode).toBe(401);
  });

  test('a login with the old password starts no session when the password is reset meanwhile', async () => {
    const email = 'overtaken@example.com';
    const meanwhile = { reset: async () => undefined as unknown };
    const slow = await startAccounts({ onceProven: async () => void (await meanwhile.reset()) });
    onTestFinished(() => slow.close());
    await slow.member(email);
    await slow.post('/api/auth/forgot-password', { email });
    const token = tokenOf(await slow.mailTo(email));
    const password = 'another harbour';
    meanwhile.reset = () =>
      slow.post('/api/auth/reset-password', { token, password, confirmation: password });
    const reply = await slow.post('/api/auth/login', { email, password: GOOD_PASSWORD });
    expect(reply.json()).toMatchObject({ code: 'login_failed' });
    expect(cookieOf(reply)).toBe('');
    const left = slow.db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id');
    expect(await left.select('email').where('email', '=', email).execute()).toEqual([]);
    meanwhile.reset = async () => undefined;
    expect((await slow.post('/api/auth/login', { email, password })).statusCode).toBe(200);
  });

  test('a reset invalidates earlier reset links', async () => {
    await app.member('void@example.com');
    const first = await resetToken('void@example.com');
    const second = await resetToken('void@example.com');
    expect((await reset(second)).statusCode).toBe(200);
    expect((await reset(first)).statusCode).toBe(410);
  });

  test('a verification link expires after 24 hours, a reset link after one hour', async () => {
    await app.db.deleteFrom('verifications').execute();
    await signUp('late@example.com');
    const verification = await app.db.selectFrom('verifications').selectAll().executeTakeFirstOrThrow();
    expect(verification.expires_at.getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(verification.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const token = tokenOf(await app.mailTo('late@example.com'));
    await expire();
    expect((await open(token)).statusCode).toBe(410);

    await app.member('late-reset@example.com');
    await app.db.deleteFrom('verifications').execute();
    const later = await resetToken('late-reset@example.com');
    const row = await app.db.selectFrom('verifications').selectAll().executeTakeFirstOrThrow();
    expect(row.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    await expire();
    expect((await reset(later)).statusCode).toBe(410);
  });

  test('a verification token resets no password', async () => {
    await signUp('purpose@example.com');
    expect((await reset(tokenOf(await app.mailTo('purpose@example.com')))).statusCode).toBe(410);
  });

  test('stores tokens only as hashes', async () => {
    await signUp('hashed@example.com');
    const token = tokenOf(await app.mailTo('hashed@example.com'));
    const rows = await app.db.selectFrom('verifications').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('checks 11 and 12: responses do not reveal whether an email has an account', () => {
  const shape = (reply: { statusCode: number; body: string; headers: Record<string, unknown> }) => ({
    status: reply.statusCode,
    body: reply.body,
    // Each signature differs, so signatures are replaced before comparing.
    cookie: String(reply.headers['set-cookie']).replace(/=[\w-]{16}\.[\w-]{43};/, '=signed;'),
  });

  test('sign-up, forgotten password and resend answer the same for a known email, which gets a different mail', async () => {
    await app.member('known@example.com');
    expect(shape(await signUp('known@example.com'))).toEqual(shape(await signUp('new@example.com')));
    expect(await app.mailTo('known@example.com')).toMatchObject({ subject: 'You already have an account' });
    for (const url of ['/api/auth/forgot-password', '/api/auth/resend-verification']) {
      const known = await app.post(url, { email: 'known@example.com', password: GOOD_PASSWORD });
      const unknown = await app.post(url, { email: 'unknown@example.com', password: GOOD_PASSWORD });
      expect(shape(known)).toEqual(shape(unknown));
    }
    expect(await app.mailTo('unknown@example.com')).toBeUndefined();
  });

  test('forgotten password and resend write as many rows for an unknown email as for a known one', async () => {
    await app.member('written@example.com');
    const written = async (url: string, email: string) => {
      await app.db.deleteFrom('verifications').execute();
      await app.post(url, { email, password: GOOD_PASSWORD });
      return (await app.db.selectFrom('verifications').selectAll().execute()).length;
    };
    for (const url of ['/api/auth/forgot-password', '/api/auth/resend-verification']) {
      expect(await written(url, 'written@example.com')).toBe(1);
      expect(await written(url, 'not-written@example.com')).toBe(1);
    }
  });

  test('a sign-up with a known email leaves its account unchanged', async () => {
    await app.member('untouched@example.com', { role: 'host' });
    const form = {
      email: 'untouched@example.com',
      password: 'stolen harbour',
      confirmation: 'stolen harbour',
      acceptTerms: true,
    };
    await app.post('/api/auth/sign-up', { ...form, role: 'clipper' });
    const login = (password: string) =>
      app.post('/api/auth/login', { email: 'untouched@example.com', password });
    expect((await login('stolen harbour')).statusCode).toBe(401);
    expect(await app.whoIs(cookieOf(await login(GOOD_PASSWORD)))).toMatchObject({ role: 'host' });
  });

  test('check 11: a wrong login hashes equally often for a known, a pending and an unknown email', async () => {
    let hashes = 0;
    const counted = await startAccounts({ onHash: () => void hashes++ });
    onTestFinished(() => counted.close());
    await counted.member('known@example.com');
    for (const password of ['one harbour', 'two harbours', 'three harbours']) {
      const form = {
        email: 'waiting@example.com',
        password,
        confirmation: password,
        role: 'host',
        acceptTerms: true,
      };
      await counted.post('/api/auth/sign-up', form);
    }
    const work = async (email: string) => {
      hashes = 0;
      const reply = await counted.post('/api/auth/login', { email, password: 'wrong harbour' });
      expect(reply.json()).toMatchObject({ code: 'login_failed' });
      return hashes;
    };
    expect(await work('known@example.com')).toBe(1);
    expect(await work('waiting@example.com')).toBe(1);
    expect(await work('nobody@example.com')).toBe(1);
  });

  test('two concurrent sign-ups of one address get the same answer, and each gets its own link', async () => {
    const replies = await Promise.all([signUp('twice@example.com'), signUp('twice@example.com')]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
    const waiting = app.db.selectFrom('pending_sign_ups').where('email', '=', 'twice@example.com');
    expect(await waiting.selectAll().execute()).toHaveLength(2);
  });
});

describe('a demo that sends no mails', () => {
  const ask = (server: AccountsServer, email: string, password = GOOD_PASSWORD) =>
    server.post('/api/auth/demo-mail', { email, password });

  test('shows the link only to the person who signed up, and never reveals whether an account exists', async () => {
    const silent = await startAccounts({ sendsMails: false });
    onTestFinished(() => silent.close());
    const opened = async (email: string, password?: string) => {
      const { link } = (await ask(silent, email, password)).json<{ link: string }>();
      const token = new URL(link, 'http://any/').searchParams.get('token');
      return (await silent.post('/api/auth/verify-email', { token, password: GOOD_PASSWORD })).statusCode;
    };
    const email = 'shown@example.com';
    const form = { email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, acceptTerms: true };
    await silent.post('/api/auth/sign-up', { ...form, role: 'host' });
    expect(await opened(email, 'a guess')).toBe(410);
    expect(await opened('nobody@example.com')).toBe(410);
    expect(await opened(email)).toBe(200);
    expect(await opened(email)).toBe(410);
  });

  test('refuses to show links when it has a mail server or is live, where only the mailbox is proof', async () => {
    expect((await ask(app, 'anyone@example.com')).statusCode).toBe(404);
    const live = await startAccounts({ demo: false, sendsMails: false });
    onTestFinished(() => live.close());
    expect((await ask(live, 'anyone@example.com')).statusCode).toBe(404);
  });
});

test('check 15: never builds links from Host or X-Forwarded-Host', async () => {
  await signUp('host-header@example.com', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  const mail = await app.mailTo('host-header@example.com');
  expect(mail!.links.length).toBeGreaterThan(0);
  for (const link of mail!.links) expect(new URL(link).origin).toBe('http://localhost:3000');
});
