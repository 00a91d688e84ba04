import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountsServer, cookieOf, GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const DAY = 86_400_000;

async function age(email: string, columns: { created?: number; expires?: number; updated?: number }) {
  const at = (days: number | undefined) =>
    days === undefined ? undefined : new Date(Date.now() + days * DAY);
  await app.db
    .updateTable('sessions')
    .set({
      created_at: at(columns.created),
      expires_at: at(columns.expires),
      updated_at: at(columns.updated),
    })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where('email', '=', email))
    .execute();
}

describe('check 1: every login creates a new token', () => {
  test('a second login gets another token, and the browser’s earlier session ends', async () => {
    const email = 'fixation@example.com';
    const first = await app.member(email);
    const second = cookieOf(
      await app.post('/api/auth/login', { email, password: GOOD_PASSWORD }, { cookie: first }),
    );
    expect(second).not.toBe(first);
    expect(await app.whoIs(first)).toBeNull();
    expect(await app.whoIs(second)).toMatchObject({ email });
  });

  test('never adopts a token that the visitor brings along', async () => {
    const reply = await app.post(
      '/api/auth/demo-login',
      { role: 'host' },
      { cookie: 'permille_session=chosen.by-an-attacker' },
    );
    expect(cookieOf(reply)).not.toContain('chosen');
  });

  test('rejects a cookie whose signature or token was altered', async () => {
    const cookie = decodeURIComponent(await app.member('forged@example.com'));
    const [name, value] = cookie.split(/=(.*)/s) as [string, string];
    const [token, signature] = value.split('.') as [string, string];
    for (const forged of [token, `${token}.`, `x${token}.${signature}`, `${token}.${signature.slice(1)}A`]) {
      expect(await app.whoIs(`${name}=${encodeURIComponent(forged)}`)).toBeNull();
    }
  });
});

describe('check 2: sign-out and a ban end sessions on the server', () => {
  test('signing out on one device ends the others', async () => {
    const email = 'everywhere@example.com';
    const phone = await app.member(email);
    const laptop = cookieOf(await app.post('/api/auth/login', { email, password: GOOD_PASSWORD }));
    await app.post('/api/auth/sign-out', {}, { cookie: phone });
    expect(await app.whoIs(phone)).toBeNull();
    expect(await app.whoIs(laptop)).toBeNull();
  });

  test('a ban takes effect with the next request', async () => {
    const cookie = await app.member('ban@example.com');
    await app.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('email', '=', 'ban@example.com')
      .execute();
    expect(await app.whoIs(cookie)).toBeNull();
  });
});

describe('check 3: sessions expire by idle time and by age', () => {
  test('a session expires after 14 days without use', async () => {
    const cookie = await app.member('idle@example.com');
    await age('idle@example.com', { expires: -0.001 });
    expect(await app.whoIs(cookie)).toBeNull();
  });

  test('daily use extends a session by 14 days', async () => {
    const email = 'daily@example.com';
    const cookie = await app.member(email);
    await age(email, { expires: 0.5, updated: -13.5 });
    expect(await app.whoIs(cookie)).toMatchObject({ email });
    const row = await app.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('expires_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.expires_at.getTime()).toBeGreaterThan(Date.now() + 13.9 * DAY);
  });

  test('a session expires after 90 days, even when it is used', async () => {
    const cookie = await app.member('old@example.com');
    await age('old@example.com', { created: -90.001, expires: 14, updated: 0 });
    expect(await app.whoIs(cookie)).toBeNull();
  });
});

describe('check 4: a new password ends the other sessions', () => {
  test('a changed password keeps the requesting session and ends all others', async () => {
    const email = 'change@example.com';
    const here = await app.member(email);
    const there = cookieOf(await app.post('/api/auth/login', { email, password: GOOD_PASSWORD }));
    const form = { current: GOOD_PASSWORD, password: 'another harbour', confirmation: 'another harbour' };
    expect((await app.post('/api/auth/change-password', form, { cookie: here })).statusCode).toBe(200);
    expect(await app.whoIs(here)).toMatchObject({ email });
    expect(await app.whoIs(there)).toBeNull();
    expect(await app.mailTo(email)).toMatchObject({ subject: 'Your password was changed' });
  });

  test('a password change requires the current password', async () => {
    const cookie = await app.member('current@example.com');
    const form = { current: 'wrong one', password: 'another harbour', confirmation: 'another harbour' };
    const reply = await app.post('/api/auth/change-password', form, { cookie });
    expect(reply.json()).toMatchObject({ code: 'login_failed', fields: [{ field: 'current' }] });
  });

  test('accepts one of two concurrent password changes and refuses the other', async () => {
    const cookie = await app.member('race@example.com');
    const change = (password: string) =>
      app.post(
        '/api/auth/change-password',
        { current: GOOD_PASSWORD, password, confirmation: password },
        { cookie },
      );
    const replies = await Promise.all([change('harbour one'), change('harbour two')]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
  });
});

describe('check 6: cookies', () => {
  test('the session cookie is HttpOnly and SameSite=Lax, for this host and all its paths', async () => {
    const header = String((await app.post('/api/auth/demo-login', { role: 'host' })).headers['set-cookie']);
    expect(header).toMatch(/^permille_session=/);
    expect(header).toContain('HttpOnly');
    expect(header).toContain('SameSite=Lax');
    expect(header).toContain('Path=/');
    expect(header).not.toContain('Domain');
  });

  test('the session cookie has the prefix `__Host-` and Secure over TLS', async () => {
    const secure = await startAccounts({ appUrl: 'https://permille.example' });
    const reply = await secure.post('/api/auth/demo-login', { role: 'host' });
    const header = String(reply.headers['set-cookie']);
    expect(header).toMatch(/^__Host-permille_session=/);
    expect(header).toContain('Secure');
    expect(await secure.whoIs(cookieOf(reply))).toMatchObject({ role: 'host' });
    await secure.close();
  });
});

test('lists open sessions only to their person, without tokens', async () => {
  const cookie = await app.member('devices@example.com');
  await app.member('devices-other@example.com');
  const reply = await app.server.inject({ method: 'GET', url: '/api/auth/sessions', headers: { cookie } });
  expect(reply.json().rows).toMatchObject([{ isCurrent: true }]);
  const token = decodeURIComponent(cookie).split('=')[1]!.split('.')[0]!;
  expect(reply.body).not.toContain(token);
});

describe('a person ends sessions individually', () => {
  const sessions = async (
    cookie: string,
  ): Promise<{ id: string; isCurrent: boolean; lastSeenAt: string }[]> =>
    (await app.server.inject({ method: 'GET', url: '/api/auth/sessions', headers: { cookie } })).json().rows;
  const end = (cookie: string, id: string) =>
    app.server.inject({
      method: 'DELETE',
      url: `/api/auth/sessions/${id}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
  const logIn = async (email: string) =>
    cookieOf(await app.post('/api/auth/login', { email, password: GOOD_PASSWORD }));

  test('ends one other session or all of them, and keeps the current one', async () => {
    const email = 'tidy@example.com';
    const here = await app.member(email);
    const [phone, tablet] = [await logIn(email), await logIn(email)];
    const other = (await sessions(phone)).find((row) => row.isCurrent)!;
    expect((await end(here, other.id)).statusCode).toBe(200);
    expect(await app.whoIs(phone)).toBeNull();
    expect(await app.whoIs(tablet)).toMatchObject({ email });
    await app.post('/api/auth/sessions/end-others', {}, { cookie: here });
    expect(await app.whoIs(tablet)).toBeNull();
    expect(await app.whoIs(here)).toMatchObject({ email });
    expect(await sessions(here)).toHaveLength(1);
  });

  test('answers 404 for somebody else’s session', async () => {
    const mine = await app.member('mine@example.com');
    const theirs = await app.member('theirs@example.com');
    const [row] = await sessions(theirs);
    const [refused, unknown] = [await end(mine, row!.id), await end(mine, crypto.randomUUID())];
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toEqual(unknown.json());
    expect(await app.whoIs(theirs)).not.toBeNull();
  });

  test('shows the last use of a session to within minutes', async () => {
    const email = 'seen@example.com';
    const cookie = await app.member(email);
    await age(email, { updated: -6 / 1440 });
    await app.whoIs(cookie);
    const [row] = await sessions(cookie);
    expect(Date.now() - Date.parse(row!.lastSeenAt)).toBeLessThan(60_000);
  });
});
