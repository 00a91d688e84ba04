import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, MINUTE } from '#server/infra/clock.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { type AccountsServer, cookieOf, GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';
import { resetSecondFactor } from './accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const address = '/api/auth/second-factor';

/** Returns the code that is valid `steps` times 30 seconds later. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const logIn = (email: string, code?: string, password = GOOD_PASSWORD) =>
  app.post('/api/auth/login', { email, password, ...(code === undefined ? {} : { code }) });

const show = async (cookie: string) =>
  (await app.server.inject({ url: address, headers: { cookie } })).json();

/** Creates a clipper with two-step sign-in. The current code of the app is already used. */
async function member(email: string) {
  const cookie = await app.member(email);
  const started = await app.post(address, {}, { cookie });
  const { secret, uri } = started.json() as { secret: string; uri: string };
  const confirmed = await app.post(`${address}/confirm`, { code: codeOf(secret) }, { cookie });
  const { backupCodes } = confirmed.json() as { backupCodes: string[] };
  return { cookie, secret, uri, backupCodes };
}

test('a member’s sign-in asks for a code only after the right password, and accepts it', async () => {
  const { secret, uri, cookie } = await member('two-locks@example.com');
  expect(decodeURIComponent(uri)).toContain('Permille:two-locks@example.com');
  expect(await show(cookie)).toEqual({ on: true, backupCodesLeft: 10 });
  expect((await logIn('two-locks@example.com')).json()).toMatchObject({ code: 'second_factor_required' });
  expect((await logIn('two-locks@example.com', undefined, 'wrong')).json()).toMatchObject({
    code: 'login_failed',
  });
  expect((await logIn('two-locks@example.com', codeOf(secret, 40))).json()).toMatchObject({
    code: 'second_factor_wrong',
    fields: [{ field: 'code' }],
  });
  const reply = await logIn('two-locks@example.com', codeOf(secret, 1));
  expect(await app.whoIs(cookieOf(reply))).toMatchObject({ email: 'two-locks@example.com' });
  expect(await app.mailTo('two-locks@example.com')).toMatchObject({ subject: 'Two-step sign-in is on' });
});

test('a backup code signs in once, in any spelling, and the person is mailed', async () => {
  const { backupCodes, cookie } = await member('no-phone@example.com');
  const [first = '', second = ''] = backupCodes;
  expect(new Set(backupCodes).size).toBe(10);
  expect((await logIn('no-phone@example.com', ` ${first.toUpperCase()} `)).statusCode).toBe(200);
  expect((await logIn('no-phone@example.com', first)).json().code).toBe('second_factor_wrong');
  expect(await show(cookie)).toEqual({ on: true, backupCodesLeft: 9 });
  expect(await app.mailTo('no-phone@example.com')).toMatchObject({ subject: 'A backup code was used' });
  expect((await logIn('no-phone@example.com', second.replace('-', ''))).statusCode).toBe(200);
});

test('of two sign-ins at once with the same backup code one succeeds', async () => {
  const { backupCodes } = await member('twice@example.com');
  const replies = await Promise.all([1, 2].map(() => logIn('twice@example.com', backupCodes[0])));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
});

test('new backup codes need a code and replace the old ones', async () => {
  const { backupCodes, cookie, secret } = await member('renews@example.com');
  const renew = (code: string) => app.post(`${address}/backup-codes`, { code }, { cookie });
  expect((await renew('')).json().code).toBe('second_factor_required');
  expect((await renew('123456')).json().code).toBe('second_factor_wrong');
  const renewed = (await renew(codeOf(secret, 1))).json() as { backupCodes: string[] };
  expect(renewed.backupCodes).toHaveLength(10);
  expect((await logIn('renews@example.com', backupCodes[0])).json().code).toBe('second_factor_wrong');
  expect((await logIn('renews@example.com', renewed.backupCodes[0])).statusCode).toBe(200);
  const without = await app.member('without@example.com');
  const none = await app.post(`${address}/backup-codes`, { code: '123456' }, { cookie: without });
  expect(none.json().code).toBe('not_found');
});

test('five wrong codes lock the second factor, for backup codes too', async () => {
  const { backupCodes, cookie } = await member('guessed@example.com');
  for (let tries = 1; tries <= 5; tries++)
    expect((await logIn('guessed@example.com', 'aaaaa-aaaaa')).json().code).toBe('second_factor_wrong');
  expect((await logIn('guessed@example.com', backupCodes[0])).json().code).toBe('second_factor_locked');
  const renew = await app.post(`${address}/backup-codes`, { code: backupCodes[0] }, { cookie });
  expect(renew.json().code).toBe('second_factor_locked');
  await app.db
    .updateTable('second_factors')
    .set({ locked_until: after(new Date(), -MINUTE) })
    .execute();
  expect((await logIn('guessed@example.com', backupCodes[0])).statusCode).toBe(200);
});

test('stores backup codes sealed', async () => {
  const { backupCodes } = await member('sealed@example.com');
  const rows = await app.db.selectFrom('second_factors').select('backup_codes_sealed').execute();
  const stored = JSON.stringify(rows);
  for (const code of backupCodes) expect(stored).not.toContain(code.replace('-', ''));
});

test('turning it off needs a code, and mails the person', async () => {
  const { secret, cookie } = await member('turns-off@example.com');
  const off = await app.post(`${address}/remove`, { code: codeOf(secret, 1) }, { cookie });
  expect(off.statusCode).toBe(200);
  expect(await show(cookie)).toEqual({ on: false, backupCodesLeft: 0 });
  expect((await logIn('turns-off@example.com')).statusCode).toBe(200);
  const mails = (await listOutbox(app.db)).filter(({ to }) => to === 'turns-off@example.com');
  expect(mails.map(({ subject }) => subject)).toContain('Two-step sign-in is off');
});

test('the operator lets a member in who lost app and codes, by the email address', async () => {
  await member('lost-all@example.com');
  expect(await resetSecondFactor(app.db, 'Lost-All@example.com')).toBe(true);
  expect(await resetSecondFactor(app.db, 'lost-all@example.com')).toBe(false);
  expect((await logIn('lost-all@example.com')).statusCode).toBe(200);
});

test('refuses a first code before the app has a secret', async () => {
  const cookie = await app.member('too-early@example.com');
  const confirmed = await app.post(`${address}/confirm`, { code: '123456' }, { cookie });
  expect(confirmed.json()).toMatchObject({ status: 404, code: 'not_found' });
});
