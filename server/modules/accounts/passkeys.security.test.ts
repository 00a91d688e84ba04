import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { type AccountsServer, cookieOf, GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';
import { softwarePasskey } from '#server/testing/authenticator.ts';
import { addPasskey, logInByPasskey, memberWithPasskey, PASSKEYS } from '#server/testing/passkeys.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';
import { createAdmin } from './accounts.ts';
import { quickPasswords } from './passwords.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const list = async (cookie: string) =>
  (await app.server.inject({ url: PASSKEYS, headers: { cookie } })).json().rows;
const change = (method: 'PATCH' | 'DELETE', id: string, cookie: string, payload?: object) =>
  app.server.inject({
    ...{ method, url: `${PASSKEYS}/${id}`, headers: { cookie, origin: 'http://localhost:3000' } },
    ...(payload && { payload }),
  });
const subjectsTo = async (email: string) =>
  (await listOutbox(app.db, 1_000)).filter(({ to }) => to === email).map(({ subject }) => subject);
const auditOf = async (action: string) =>
  await app.db.selectFrom('audit_log').select(['subject_id', 'data']).where('action', '=', action).execute();

test('adds a passkey by a real ceremony, lists it without its key, and mails the person', async () => {
  const cookie = await app.member('adds@example.com');
  expect(await list(cookie)).toEqual([]);
  const reply = await addPasskey(app, cookie, { flaws: { isSynced: true } });
  expect(reply.json()).toEqual({
    id: expect.any(String),
    name: 'Chrome on Linux',
    createdAt: expect.any(String),
    lastUsedAt: null,
    isSynced: true,
  });
  expect(await list(cookie)).toEqual([reply.json()]);
  expect(await app.mailTo('adds@example.com')).toMatchObject({
    subject: 'A passkey was added',
    text: expect.stringContaining('“Chrome on Linux”'),
  });
  expect(await app.whoIs(cookie)).toMatchObject({ hasPasskey: true });
  const audited = await auditOf('account.passkey_added');
  expect(audited.map(({ data }) => data)).toContainEqual({ passkeyId: reply.json().id });
});

test('names a passkey after its maker if the authenticator says its model', async () => {
  const cookie = await app.member('maker@example.com');
  const reply = await addPasskey(app, cookie, {
    flaws: { aaguid: '08987058-cadc-4b81-b6e1-30de50dcbe96' },
  });
  expect(reply.json()).toMatchObject({ name: 'Windows Hello' });
});

test('asks browsers for a passkey that verifies its person and needs no user name, and names those it has', async () => {
  const { cookie, passkey } = await memberWithPasskey(app, 'options@example.com');
  const options = (await app.post(`${PASSKEYS}/options`, {}, { cookie })).json();
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'options@example.com' },
    excludeCredentials: [{ id: passkey.id, transports: ['hybrid', 'internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test('passkeys need a recent login to be added and removed', async () => {
  const { cookie, id } = await memberWithPasskey(app, 'old-login@example.com');
  await app.db
    .updateTable('sessions')
    .set({ confirmed_at: after(new Date(), -16 * MINUTE) })
    .execute();
  expect((await addPasskey(app, cookie)).json()).toMatchObject({ code: 'confirm_identity' });
  expect((await change('DELETE', id, cookie)).json()).toMatchObject({ code: 'confirm_identity' });
  expect(await list(cookie)).toHaveLength(1);
  await app.db.updateTable('sessions').set({ confirmed_at: new Date() }).execute();
});

test.each([
  ['of another site', { origin: 'https://permi1le.example' }],
  ['for another site', { rpId: 'permi1le.example' }],
  ['without verifying the person', { isVerified: false }],
  ['for a challenge of its own', { challenge: 'bm90IG91cnM' }],
])('refuses a new passkey that was made %s', async (what, flaws) => {
  const cookie = await app.member(`${what.replaceAll(' ', '-')}@example.com`);
  expect((await addPasskey(app, cookie, { flaws })).json()).toMatchObject({
    status: 422,
    code: 'passkey_invalid',
  });
  expect(await list(cookie)).toEqual([]);
});

test('refuses a challenge that is used, expired, or of another session of the person', async () => {
  const cookie = await app.member('challenge@example.com');
  const ask = async () => (await app.post(`${PASSKEYS}/options`, {}, { cookie })).json();
  const send = (credential: object, session = cookie) =>
    app.post(PASSKEYS, { device: 'Test', credential }, { cookie: session });

  const used = await ask();
  expect((await send(softwarePasskey().create(used))).statusCode).toBe(200);
  expect((await send(softwarePasskey().create(used))).json().code).toBe('passkey_invalid');

  const expired = await ask();
  await app.db
    .updateTable('verifications')
    .set({ expires_at: after(new Date(), -1_000) })
    .execute();
  expect((await send(softwarePasskey().create(expired))).json().code).toBe('passkey_invalid');

  const other = cookieOf(
    await app.post('/api/auth/login', { email: 'challenge@example.com', password: GOOD_PASSWORD }),
  );
  expect((await send(softwarePasskey().create(await ask()), other)).json().code).toBe('passkey_invalid');
  expect(await list(cookie)).toHaveLength(1);
});

test('refuses a passkey that an account has already, also another account’s', async () => {
  const { cookie, passkey } = await memberWithPasskey(app, 'first@example.com');
  expect((await addPasskey(app, cookie, { passkey })).json()).toMatchObject({
    status: 409,
    code: 'passkey_known',
  });
  const second = await app.member('second@example.com');
  expect((await addPasskey(app, second, { passkey })).json().code).toBe('passkey_known');
});

test('of several passkeys added at once no more are stored than the limit allows', async () => {
  const cookie = await app.member('many@example.com');
  for (let made = 0; made < PASSKEYS_MAX - 1; made++) {
    expect((await addPasskey(app, cookie)).statusCode).toBe(200);
    await app.db.deleteFrom('rate_limits').execute();
  }
  const replies = await Promise.all([1, 2, 3].map(() => addPasskey(app, cookie)));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409]);
  expect(await list(cookie)).toHaveLength(PASSKEYS_MAX);
  expect((await app.post(`${PASSKEYS}/options`, {}, { cookie })).json()).toMatchObject({
    code: 'passkeys_full',
    detail: expect.stringContaining(`up to ${PASSKEYS_MAX} passkeys`),
  });
});

test('adds no passkey if a new password ends the session while it is added', async () => {
  const { cookie } = await memberWithPasskey(app, 'ended@example.com');
  const { id: userId } = (await app.whoIs(cookie))!;
  const options = (await app.post(`${PASSKEYS}/options`, {}, { cookie })).json();
  const credential = softwarePasskey().create(options);
  const adding = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    // `inject` sends the request once somebody awaits it.
    const reply = app.post(PASSKEYS, { device: 'Test', credential }, { cookie }).then((sent) => sent);
    await untilWaiting(app.owner, 1);
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    return { reply };
  });
  expect((await adding.reply).json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  const kept = app.db.selectFrom('passkeys').select('name').where('user_id', '=', userId);
  expect(await kept.execute()).toEqual([{ name: 'Chrome on Linux' }]);
});

test('renames and removes an own passkey, and answers for another’s as for none', async () => {
  const { cookie, id, passkey } = await memberWithPasskey(app, 'renames@example.com');
  const other = await app.member('curious@example.com');
  for (const method of ['PATCH', 'DELETE'] as const)
    expect((await change(method, id, other, { name: 'Mine' })).json()).toMatchObject({
      ...{ status: 404, code: 'not_found' },
    });
  expect((await change('PATCH', id, cookie, { name: '  Old phone ' })).statusCode).toBe(200);
  expect(await list(cookie)).toMatchObject([{ name: 'Old phone' }]);
  expect((await change('DELETE', id, cookie)).statusCode).toBe(200);
  expect(await list(cookie)).toEqual([]);
  expect(await subjectsTo('renames@example.com')).toContain('A passkey was removed');
  expect((await logInByPasskey(app, passkey)).json()).toMatchObject({ code: 'passkey_refused' });
});

test('keeps the last passkey of a person who has neither a password nor Google', async () => {
  const { cookie, id } = await memberWithPasskey(app, 'only-way@example.com');
  const user = await app.whoIs(cookie);
  await app.db.deleteFrom('credentials').where('user_id', '=', user!.id).execute();
  expect((await change('DELETE', id, cookie)).json()).toMatchObject({ status: 409, code: 'passkey_last' });
  const second = await addPasskey(app, cookie);
  expect((await change('DELETE', id, cookie)).statusCode).toBe(200);
  expect((await change('DELETE', second.json().id, cookie)).json().code).toBe('passkey_last');
});

test('an admin adds no passkey, because admins sign in by password and code', async () => {
  await createAdmin(app.db, { username: 'no_passkey', password: GOOD_PASSWORD }, new Date(), quickPasswords);
  const cookie = cookieOf(
    await app.post('/api/auth/admin-login', { username: 'no_passkey', password: GOOD_PASSWORD }),
  );
  expect((await addPasskey(app, cookie)).json()).toMatchObject({ status: 404, code: 'not_found' });
  const member = await app.member('helper@example.com');
  const options = (await app.post(`${PASSKEYS}/options`, {}, { cookie: member })).json();
  const payload = { device: 'Test', credential: softwarePasskey().create(options) };
  expect((await app.post(PASSKEYS, payload, { cookie })).json().code).toBe('not_found');
});
