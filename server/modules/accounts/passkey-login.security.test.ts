import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';
import { softwarePasskey } from '#server/testing/authenticator.ts';
import {
  askPasskeyLogin,
  confirmByPasskey,
  logInByPasskey,
  memberWithPasskey,
  PASSKEYS,
} from '#server/testing/passkeys.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';
import { banUser, eraseUser, resetSecondFactor } from './accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const list = async (cookie: string) =>
  (await app.server.inject({ url: PASSKEYS, headers: { cookie } })).json().rows;
const COUNT_FELL = 'account.passkey_count_fell';
const refused = { status: 401, code: 'passkey_refused' };

test('a passkey signs in without user name, and ends the browser’s earlier session', async () => {
  const { passkey, cookie } = await memberWithPasskey(app, 'signs-in@example.com');
  const { browser, options } = await askPasskeyLogin(app);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const credential = passkey.sign(options, { isSynced: true });
  const reply = await app.post(
    '/api/auth/passkey-login',
    { credential },
    { cookie: `${browser}; ${cookie}` },
  );
  expect(reply.statusCode).toBe(200);
  expect(String(reply.headers['set-cookie'])).toContain('permille_device=');
  expect(await app.whoIs(cookieOf(reply))).toMatchObject({ email: 'signs-in@example.com' });
  expect(await app.whoIs(cookie)).toBeNull();
  expect(await list(cookieOf(reply))).toMatchObject([{ lastUsedAt: expect.any(String), isSynced: true }]);
});

test('a member with two-step sign-in is asked for no code, because a passkey is both steps', async () => {
  const { passkey, cookie } = await memberWithPasskey(app, 'two-steps@example.com');
  const started = (await app.post('/api/auth/second-factor', {}, { cookie })).json();
  const code = new TOTP({ secret: Secret.fromBase32(started.secret) }).generate();
  expect((await app.post('/api/auth/second-factor/confirm', { code }, { cookie })).statusCode).toBe(200);
  expect(await app.whoIs(cookieOf(await logInByPasskey(app, passkey)))).not.toBeNull();
});

test.each([
  ['on another site', { origin: 'https://permi1le.example' }],
  ['for another site', { rpId: 'permi1le.example' }],
  ['without verifying the person', { isVerified: false }],
  ['for a challenge of its own', { challenge: 'bm90IG91cnM' }],
  ['for another person', { userHandle: 'bm90IG1pbmU' }],
])('refuses a passkey that signed %s', async (what, flaws) => {
  const { passkey } = await memberWithPasskey(app, `${what.replaceAll(' ', '-')}@example.com`);
  expect((await logInByPasskey(app, passkey, flaws)).json()).toMatchObject(refused);
  expect((await logInByPasskey(app, passkey)).statusCode).toBe(200);
});

test('refuses a signature with the id of another person’s passkey, and answers the same for an unknown one', async () => {
  const victim = await memberWithPasskey(app, 'victim@example.com');
  const attacker = await memberWithPasskey(app, 'attacker@example.com');
  const asVictim = await logInByPasskey(app, attacker.passkey, { as: victim.passkey.id });
  const unknown = await logInByPasskey(app, softwarePasskey());
  expect(asVictim.json()).toMatchObject(refused);
  expect({ ...unknown.json(), requestId: '' }).toEqual({ ...asVictim.json(), requestId: '' });
});

test('refuses a challenge that is used, expired, or of another browser', async () => {
  const { passkey } = await memberWithPasskey(app, 'replayed@example.com');
  const send = (credential: object, cookie: string) =>
    app.post('/api/auth/passkey-login', { credential }, { cookie });
  const first = await askPasskeyLogin(app);
  const credential = passkey.sign(first.options);
  expect((await send(credential, first.browser)).statusCode).toBe(200);
  expect((await send(credential, first.browser)).json()).toMatchObject(refused);

  const expired = await askPasskeyLogin(app);
  await app.db
    .updateTable('verifications')
    .set({ expires_at: after(new Date(), -1_000) })
    .execute();
  expect((await send(passkey.sign(expired.options), expired.browser)).json()).toMatchObject(refused);

  const stolen = await askPasskeyLogin(app);
  const another = await askPasskeyLogin(app);
  expect((await send(passkey.sign(stolen.options), another.browser)).json()).toMatchObject(refused);
  const broken = { ...credential, response: { ...credential.response, clientDataJSON: 'bnVsbA' } };
  expect((await send(broken, another.browser)).json()).toMatchObject(refused);
});

test('gives a browser a new id if its cookie holds none, whatever it holds', async () => {
  const { passkey } = await memberWithPasskey(app, 'odd-cookie@example.com');
  for (const value of ['%00', 'x'.repeat(1_500), 'mine']) {
    const cookie = `permille_passkey=${value}`;
    const asked = await app.post('/api/auth/passkey-login/options', {}, { cookie });
    expect(asked.statusCode).toBe(200);
    const credential = passkey.sign(asked.json());
    const send = (browser: string) =>
      app.post('/api/auth/passkey-login', { credential }, { cookie: browser });
    expect((await send(cookie)).json()).toMatchObject(refused);
    expect((await send(cookieOf(asked))).statusCode).toBe(200);
  }
});

test('a passkey that is removed while it signs in begins no session, and does not count as copied', async () => {
  const { passkey, id } = await memberWithPasskey(app, 'removed@example.com');
  const { browser, options } = await askPasskeyLogin(app);
  const credential = passkey.sign(options);
  const signingIn = await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('passkeys').where('id', '=', id).execute();
    // `inject` sends the request once somebody awaits it.
    const reply = app
      .post('/api/auth/passkey-login', { credential }, { cookie: browser })
      .then((sent) => sent);
    await untilWaiting(app.owner, 1);
    return { reply };
  });
  expect((await signingIn.reply).json()).toMatchObject(refused);
  const audited = app.db.selectFrom('audit_log').select('data').where('action', '=', COUNT_FELL);
  expect((await audited.execute()).map(({ data }) => data)).not.toContainEqual(
    expect.objectContaining({ passkeyId: id }),
  );
});

test('of two sign-ins at once with the same signature one succeeds', async () => {
  const { passkey } = await memberWithPasskey(app, 'twice@example.com', true);
  const { browser, options } = await askPasskeyLogin(app);
  const credential = passkey.sign(options);
  const send = () => app.post('/api/auth/passkey-login', { credential }, { cookie: browser });
  const replies = await Promise.all([send(), send()]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
});

test('refuses a passkey whose count does not grow, and records that it may be a copy', async () => {
  const { passkey, id } = await memberWithPasskey(app, 'copied@example.com', true);
  expect((await logInByPasskey(app, passkey, { signCount: 7 })).statusCode).toBe(200);
  for (const signCount of [7, 6, 0])
    expect((await logInByPasskey(app, passkey, { signCount })).json()).toMatchObject(refused);
  const audited = await app.db
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', COUNT_FELL)
    .execute();
  expect(audited.map(({ data }) => data)).toEqual(
    ['7', '6', '0'].map((count) => ({ passkeyId: id, count, known: '7' })),
  );
  expect((await logInByPasskey(app, passkey, { signCount: 8 })).statusCode).toBe(200);
});

test('counts tries like those of passwords, and not those that succeed', async () => {
  const { passkey } = await memberWithPasskey(app, 'tries@example.com');
  const from = '192.0.2.99';
  const post = async (credential: object) =>
    await app.post('/api/auth/passkey-login', { credential }, { from });
  const { options } = await askPasskeyLogin(app);
  const replies = await Promise.all(Array.from({ length: 12 }, () => post(passkey.sign(options))));
  const statuses = replies.map((reply) => reply.statusCode);
  expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([10, 2]);
  expect(replies.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('60');
});

describe('accounts that may not sign in', () => {
  test('says to a banned person with the right passkey that the account is banned, and to nobody else', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'banned@example.com');
    const { id: userId } = (await app.whoIs(cookie))!;
    const now = new Date();
    await transact(app.db, (tx) =>
      banUser(tx, { accountId: personalAccount(userId), adminId: userId, reason: 'Spam', now }),
    );
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject({ code: 'account_banned' });
    const forged = await logInByPasskey(app, softwarePasskey(), { as: passkey.id });
    expect(forged.json()).toMatchObject(refused);
  });

  test('a closed account has no passkeys any more', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'closed@example.com');
    const { id: userId, email } = (await app.whoIs(cookie))!;
    await transact(app.db, (tx) => eraseUser(tx, { userId, email }, new Date()));
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject(refused);
  });

  test('a passkey of an account that became an admin’s does not sign in', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'promoted@example.com');
    const { id } = (await app.whoIs(cookie))!;
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject(refused);
  });
});

describe('take-over', () => {
  test('check 4: a password reset ends passkeys, so that a stolen mailbox or password leaves none behind', async () => {
    const { passkey } = await memberWithPasskey(app, 'robbed@example.com');
    await app.post('/api/auth/forgot-password', { email: 'robbed@example.com' });
    const token = tokenOf(await app.mailTo('robbed@example.com'));
    const form = { token, password: 'a new harbour', confirmation: 'a new harbour' };
    expect((await app.post('/api/auth/reset-password', form)).statusCode).toBe(200);
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject(refused);
    expect((await app.mailTo('robbed@example.com'))?.text).toContain('Also ended: 1 passkey.');
  });

  test('check 4: a password change ends passkeys unless the person keeps them', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'changes@example.com');
    const form = { password: 'a new harbour', confirmation: 'a new harbour' };
    const changed = await app.post(
      '/api/auth/change-password',
      { current: GOOD_PASSWORD, ...form, keepAccess: true },
      { cookie },
    );
    expect(changed.statusCode).toBe(200);
    expect((await logInByPasskey(app, passkey)).statusCode).toBe(200);
    const again = { password: 'third harbour', confirmation: 'third harbour' };
    await app.post('/api/auth/change-password', { current: form.password, ...again }, { cookie });
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject(refused);
  });

  test('the operator ends the passkeys of a person whose device was lost', async () => {
    const { passkey } = await memberWithPasskey(app, 'lost-device@example.com');
    expect(await resetSecondFactor(app.db, 'lost-device@example.com')).toBe(true);
    expect(await resetSecondFactor(app.db, 'lost-device@example.com')).toBe(false);
    expect((await logInByPasskey(app, passkey)).json()).toMatchObject(refused);
  });
});

describe('POST /api/auth/confirm/passkey', () => {
  const confirmedAt = async (cookie: string) => {
    const { id } = (await app.whoIs(cookie))!;
    const row = app.db.selectFrom('sessions').select('confirmed_at').where('user_id', '=', id);
    return (await row.executeTakeFirstOrThrow()).confirmed_at;
  };

  test('confirms the identity of the session with an own passkey', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'confirms@example.com');
    const longAgo = after(new Date(), -16 * MINUTE);
    await app.db.updateTable('sessions').set({ confirmed_at: longAgo }).execute();
    expect((await confirmByPasskey(app, cookie, passkey)).statusCode).toBe(200);
    expect((await confirmedAt(cookie)).getTime()).toBeGreaterThan(longAgo.getTime());
  });

  test('401 refuses another person’s passkey, a challenge of the login page, and a count that does not grow', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'asked@example.com', true);
    const stranger = await memberWithPasskey(app, 'stranger@example.com');
    expect((await confirmByPasskey(app, cookie, stranger.passkey)).json()).toMatchObject(refused);
    const { options } = await askPasskeyLogin(app);
    const credential = passkey.sign(options);
    const confirmed = await app.post('/api/auth/confirm/passkey', { credential }, { cookie });
    expect(confirmed.json()).toMatchObject(refused);
    const ask = await app.post('/api/auth/confirm/passkey/options', {}, { cookie });
    const copied = passkey.sign(ask.json(), { signCount: 1 });
    expect(
      (await app.post('/api/auth/confirm/passkey', { credential: copied }, { cookie })).json(),
    ).toMatchObject(refused);
  });

  test('404 has no question for a person without passkeys', async () => {
    const cookie = await app.member('without@example.com');
    const reply = await app.post('/api/auth/confirm/passkey/options', {}, { cookie });
    expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('429 allows ten confirmations a minute', async () => {
    const { passkey, cookie } = await memberWithPasskey(app, 'presses@example.com');
    const { options } = await askPasskeyLogin(app);
    const credential = passkey.sign(options);
    const replies = await Promise.all(
      Array.from({ length: 11 }, () => app.post('/api/auth/confirm/passkey', { credential }, { cookie })),
    );
    expect(
      replies
        .map((reply) => reply.statusCode)
        .sort()
        .at(-1),
    ).toBe(429);
  });
});
