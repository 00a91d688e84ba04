import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { after, MINUTE } from '#server/infra/clock.ts';
import { type AccountsServer, cookieOf, GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';
import { createAdmin, resetSecondFactor } from './accounts.ts';
import { quickPasswords } from './passwords.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const address = '/api/auth/second-factor';

/** Returns the current code, or the code that is valid `steps` times 30 seconds later. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** The code of the next step, which is still valid if the current step ends before the code is checked. */
const nextCode = (secret: string): string => codeOf(secret, 1);

const logIn = (username: string, code?: string) =>
  app.post('/api/auth/admin-login', { username, password: GOOD_PASSWORD, ...(code ? { code } : {}) });

async function admin(username: string): Promise<string> {
  await createAdmin(app.db, { username, password: GOOD_PASSWORD }, new Date(), quickPasswords);
  return cookieOf(await logIn(username));
}

/** Creates an admin with a second factor whose current code is already used. */
async function adminWithFactor(username: string): Promise<{ cookie: string; secret: string }> {
  const cookie = await admin(username);
  const { secret } = (await app.post(address, {}, { cookie })).json();
  const confirmed = await app.post(`${address}/confirm`, { code: codeOf(secret) }, { cookie });
  expect(confirmed.statusCode).toBe(200);
  return { cookie, secret };
}

const confirmedLongAgo = (username: string) =>
  app.db
    .updateTable('sessions')
    .set({ confirmed_at: after(new Date(), -16 * MINUTE) })
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('users.id').where('admin_username', '=', username),
    )
    .execute();

test('asks for no code until a first code proves that the app has the secret', async () => {
  const cookie = await admin('slow_starter');
  const { secret, uri } = (await app.post(address, {}, { cookie })).json();
  expect(uri).toContain('otpauth://totp/Permille:slow_starter');
  expect((await logIn('slow_starter')).statusCode).toBe(200);
  const wrong = await app.post(`${address}/confirm`, { code: codeOf(secret, 40) }, { cookie });
  expect(wrong.json().code).toBe('second_factor_wrong');
  expect((await app.server.inject({ url: address, headers: { cookie } })).json()).toEqual({
    on: false,
    backupCodesLeft: 0,
  });
});

test('refuses a code of six characters that are no digits as a wrong one', async () => {
  const cookie = await admin('picture_writer');
  await app.post(address, {}, { cookie });
  for (const code of ['🔑🔑🔑', '١٢٣٤٥٦', 'abcdef']) {
    const reply = await app.post(`${address}/confirm`, { code }, { cookie });
    expect(reply.json().code).toBe('second_factor_wrong');
  }
});

test('check 20: the right password asks for a code, a wrong password does not mention it', async () => {
  const { secret } = await adminWithFactor('two_steps');
  expect((await logIn('two_steps')).json()).toMatchObject({ code: 'second_factor_required' });
  const guess = await app.post('/api/auth/admin-login', {
    username: 'two_steps',
    password: 'not the password',
  });
  expect(guess.json()).toMatchObject({ code: 'admin_login_failed' });
  const reply = await logIn('two_steps', nextCode(secret));
  expect(await app.whoIs(cookieOf(reply))).toMatchObject({ role: 'admin' });
});

test('accepts a code once, even for two concurrent logins', async () => {
  const { secret } = await adminWithFactor('only_once');
  const code = nextCode(secret);
  const replies = await Promise.all([logIn('only_once', code), logIn('only_once', code)]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
});

test('check 19: checks five guesses of a burst, then locks out even the right code', async () => {
  const { secret, cookie } = await adminWithFactor('besieged');
  const guess = { password: GOOD_PASSWORD, code: codeOf(secret, 40) };
  const replies = await Promise.all(
    Array.from({ length: 9 }, () => app.post('/api/auth/confirm', guess, { cookie })),
  );
  const codes = replies.map((reply) => reply.json().code);
  expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(5);
  expect(codes.filter((code) => code === 'second_factor_locked')).toHaveLength(4);
  expect((await logIn('besieged', nextCode(secret))).json().code).toBe('second_factor_locked');

  await app.db
    .updateTable('second_factors')
    .set({ locked_until: after(new Date(), -1000) })
    .where('locked_until', 'is not', null)
    .execute();
  expect((await logIn('besieged', nextCode(secret))).statusCode).toBe(200);
});

test('check 20: an old session must confirm the person’s identity before it removes the second factor', async () => {
  const { secret, cookie } = await adminWithFactor('went_for_coffee');
  await confirmedLongAgo('went_for_coffee');
  const remove = (code: string) => app.post(`${address}/remove`, { code }, { cookie });
  expect((await remove(nextCode(secret))).json()).toMatchObject({ code: 'confirm_identity' });

  const prove = (proof: object) => app.post('/api/auth/confirm', proof, { cookie });
  expect((await prove({ password: 'not the password' })).json().code).toBe('login_failed');
  expect((await prove({ password: GOOD_PASSWORD })).json().code).toBe('second_factor_required');
  expect((await prove({ password: GOOD_PASSWORD, code: nextCode(secret) })).statusCode).toBe(200);
  await app.db.updateTable('second_factors').set({ last_step: 0n }).execute();
  expect((await remove(nextCode(secret))).statusCode).toBe(200);
  expect((await logIn('went_for_coffee')).statusCode).toBe(200);
});

test('check 20: a freshly confirmed session still needs a new code, in five tries, to remove the second factor', async () => {
  const { secret, cookie } = await adminWithFactor('just_confirmed');
  const remove = (code: string) => app.post(`${address}/remove`, { code }, { cookie });
  expect((await remove('')).json().code).toBe('second_factor_required');
  // This code already turned the second factor on, so it can't be used a second time.
  expect((await remove(codeOf(secret))).json().code).toBe('second_factor_wrong');
  for (let tries = 2; tries <= 5; tries++)
    expect((await remove(codeOf(secret, 40))).json().code).toBe('second_factor_wrong');
  expect((await remove(nextCode(secret))).json().code).toBe('second_factor_locked');
  const without = await app.server.inject({
    ...{ method: 'POST', url: `${address}/remove`, payload: {} },
    headers: { cookie, origin: 'http://localhost:3000' },
  });
  expect(without.statusCode).toBe(400);
  await app.db
    .updateTable('second_factors')
    .set({ locked_until: after(new Date(), -1000) })
    .execute();
  expect((await remove(nextCode(secret))).statusCode).toBe(200);
  expect((await remove(nextCode(secret))).json().code).toBe('not_found');
});

test('seals the secret in the database, and does not replace one that is set up', async () => {
  const { secret, cookie } = await adminWithFactor('sealed');
  const rows = await app.db.selectFrom('second_factors').selectAll().execute();
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
    secret,
  );
  expect((await app.post(address, {}, { cookie })).json().code).toBe('second_factor_on');
  const again = await app.post(`${address}/confirm`, { code: '123456' }, { cookie });
  expect(again.json().code).toBe('second_factor_on');
});

test('the operator removes the second factor of an admin who lost the app, and the audit log records it', async () => {
  await adminWithFactor('lost_phone');
  expect(await resetSecondFactor(app.db, 'Lost_Phone')).toBe(true);
  expect(await resetSecondFactor(app.db, 'lost_phone')).toBe(false);
  expect((await logIn('lost_phone')).statusCode).toBe(200);
  const rows = await app.owner
    .selectFrom('audit_log')
    .select('actor_kind')
    .where('action', '=', 'account.second_factor_reset')
    .execute();
  expect(rows).toEqual([{ actor_kind: 'system' }]);
});

test('check 20: a live system makes an admin set up the second factor first, and again after a reset', async () => {
  const live = await startAccounts({ demo: false });
  onTestFinished(() => live.close());
  const username = 'first_day';
  await createAdmin(live.db, { username, password: GOOD_PASSWORD }, new Date(), quickPasswords);
  const enter = async (code?: string) =>
    cookieOf(
      await live.post('/api/auth/admin-login', {
        username,
        password: GOOD_PASSWORD,
        ...(code && { code }),
      }),
    );
  const sessionsOf = (cookie: string) =>
    live.server.inject({ url: '/api/auth/sessions', headers: { cookie } });
  const cookie = await enter();
  expect(await live.whoIs(cookie)).toMatchObject({ role: 'admin', needsSecondFactor: true });
  expect((await sessionsOf(cookie)).json()).toMatchObject({ status: 403, code: 'second_factor_needed' });

  const { secret } = (await live.post(address, {}, { cookie })).json();
  await live.post(`${address}/confirm`, { code: codeOf(secret) }, { cookie });
  expect(await live.whoIs(cookie)).toMatchObject({ needsSecondFactor: false });
  expect((await sessionsOf(cookie)).statusCode).toBe(200);

  expect(await resetSecondFactor(live.db, username)).toBe(true);
  expect(await live.whoIs(cookie)).toBeNull();
  expect(await live.whoIs(await enter())).toMatchObject({ needsSecondFactor: true });
});

test('a demo requires no second factor of an admin', async () => {
  expect(await app.whoIs(await admin('at_ease'))).toMatchObject({ needsSecondFactor: false });
});

test('refuses visitors', async () => {
  expect((await app.post(address, {})).statusCode).toBe(401);
});
