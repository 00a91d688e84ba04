import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { listOutbox } from '#server/infra/mail.ts';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';
import { createAdmin } from './accounts.ts';
import { quickPasswords } from './passwords.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const address = '/api/auth/email-change';
const ask = (cookie: string, email: string) => app.post(address, { email }, { cookie });
const confirm = (token: string) => app.post(`${address}/confirm`, { token });
const logIn = (email: string) => app.post('/api/auth/login', { email, password: GOOD_PASSWORD });

const waiting = async (cookie: string) =>
  (await app.server.inject({ url: address, headers: { cookie } })).json().waiting;

const cancel = (cookie: string) =>
  app.server.inject({
    ...{ method: 'DELETE', url: address },
    headers: { cookie, origin: 'http://localhost:3000' },
  });

/** Returns the token in the newest mail to an address about a new email address; '' if there is none. */
async function linkTo(email: string): Promise<string> {
  const mails = await listOutbox(app.db, 1_000);
  return tokenIn(
    mails.find(({ to, subject }) => to === email && subject === 'Confirm your new email address'),
  );
}

const tokenIn = (mail: Parameters<typeof tokenOf>[0]): string =>
  new URL(mail?.links[0] ?? 'http://none/').searchParams.get('change') ?? '';

const audited = async (action: string) =>
  (await app.owner.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length;

test.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('changes the address once both mailboxes confirm it, the %s one first', async (first, second) => {
  const addresses = { old: `old-${first}@example.com`, new: `new-${first}@example.com` };
  const cookie = await app.member(addresses.old);
  expect(await waiting(cookie)).toBeNull();
  expect((await ask(cookie, ` New-${first}@Example.com`)).statusCode).toBe(200);
  expect(await waiting(cookie)).toMatchObject({ email: addresses.new, waitsFor: ['old', 'new'] });

  expect((await confirm(await linkTo(addresses[first]))).json()).toEqual({ waitsFor: second });
  expect(await waiting(cookie)).toMatchObject({ waitsFor: [second] });
  expect((await logIn(addresses.new)).statusCode).toBe(401);

  const before = await audited('account.email_changed');
  expect((await confirm(await linkTo(addresses[second]))).json()).toEqual({ waitsFor: null });
  expect(await waiting(cookie)).toBeNull();
  expect((await logIn(addresses.new)).statusCode).toBe(200);
  expect((await logIn(addresses.old)).statusCode).toBe(401);
  expect(await app.whoIs(cookie)).toMatchObject({ email: addresses.new });
  expect(await audited('account.email_changed')).toBe(before + 1);
  for (const to of [addresses.old, addresses.new])
    expect(await app.mailTo(to)).toMatchObject({ subject: 'Your email address was changed' });
});

test('changes the address once when both links are opened at the same time', async () => {
  const cookie = await app.member('two-tabs@example.com');
  await ask(cookie, 'two-tabs@example.org');
  const replies = await Promise.all(
    [await linkTo('two-tabs@example.com'), await linkTo('two-tabs@example.org')].map(confirm),
  );
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
  expect(replies.filter((reply) => reply.json().waitsFor === null)).toHaveLength(1);
  expect(await app.whoIs(cookie)).toMatchObject({ email: 'two-tabs@example.org' });
});

test('accepts a link once, and none of a request that was replaced, withdrawn or has expired', async () => {
  const cookie = await app.member('changes-mind@example.com');
  await ask(cookie, 'first@example.org');
  const [oldLink, firstLink] = [await linkTo('changes-mind@example.com'), await linkTo('first@example.org')];
  await ask(cookie, 'second@example.org');
  for (const link of [oldLink, firstLink, 'made up'])
    expect((await confirm(link)).json()).toMatchObject({ status: 410, code: 'link_expired' });

  const secondLink = await linkTo('second@example.org');
  expect((await confirm(secondLink)).statusCode).toBe(200);
  expect((await confirm(secondLink)).statusCode).toBe(410);
  expect((await cancel(cookie)).statusCode).toBe(200);
  expect((await cancel(cookie)).statusCode).toBe(404);
  expect((await confirm(await linkTo('changes-mind@example.com'))).statusCode).toBe(410);

  await ask(cookie, 'third@example.org');
  await app.db
    .updateTable('email_changes')
    .set({ expires_at: after(new Date(), -MINUTE) })
    .execute();
  expect(await waiting(cookie)).toBeNull();
  expect((await confirm(await linkTo('third@example.org'))).statusCode).toBe(410);
  expect(await app.whoIs(cookie)).toMatchObject({ email: 'changes-mind@example.com' });
});

test('answers the same for an address that has an account, which keeps it', async () => {
  await app.member('taken@example.com');
  const cookie = await app.member('wants-it@example.com');
  const [taken, free] = [await ask(cookie, 'taken@example.com'), await ask(cookie, 'free@example.com')];
  expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
  expect(await linkTo('taken@example.com')).toBe('');
  expect(await app.mailTo('taken@example.com')).toMatchObject({ subject: 'You already have an account' });
});

test('refuses an address that got an account before both mailboxes confirmed', async () => {
  const cookie = await app.member('slow@example.com');
  await ask(cookie, 'contested@example.com');
  const links = [await linkTo('slow@example.com'), await linkTo('contested@example.com')];
  await app.member('contested@example.com');
  expect((await confirm(links[0]!)).statusCode).toBe(200);
  expect((await confirm(links[1]!)).statusCode).toBe(410);
  expect(await app.whoIs(cookie)).toMatchObject({ email: 'slow@example.com' });
});

test('a new password ends a waiting change, which somebody else may have asked for', async () => {
  const email = 'robbed@example.com';
  const cookie = await app.member(email);
  await ask(cookie, 'thief@example.com');
  await app.post('/api/auth/forgot-password', { email });
  const next = { password: 'a new harbour wall', confirmation: 'a new harbour wall' };
  const token = tokenOf(await app.mailTo(email));
  expect((await app.post('/api/auth/reset-password', { token, ...next })).statusCode).toBe(200);
  for (const to of [email, 'thief@example.com'])
    expect((await confirm(await linkTo(to))).statusCode).toBe(410);
});

test('refuses a missing, malformed or unchanged address, naming the field', async () => {
  const cookie = await app.member('unchanged@example.com');
  for (const [email, status, code] of [
    [' ', 422, 'missing_information'],
    ['not an address', 400, 'invalid_input'],
    ['Unchanged@example.com', 422, 'email_unchanged'],
  ] as const)
    expect((await ask(cookie, email)).json()).toMatchObject({ status, code, fields: [{ field: 'email' }] });
});

test('refuses visitors, admins, the demo accounts and sessions that must confirm their identity', async () => {
  expect((await ask('', 'a@example.com')).statusCode).toBe(401);
  await createAdmin(app.db, { username: 'boss', password: GOOD_PASSWORD }, new Date(), quickPasswords);
  const login = await app.post('/api/auth/admin-login', { username: 'boss', password: GOOD_PASSWORD });
  expect((await ask(cookieOf(login), 'a@example.com')).json()).toMatchObject({ code: 'not_found' });
  const demo = cookieOf(await app.post('/api/auth/demo-login', { role: 'host' }));
  expect((await ask(demo, 'a@example.com')).json()).toMatchObject({ code: 'demo_account_fixed' });
  const cookie = await app.member('long-gone@example.com');
  await app.db
    .updateTable('sessions')
    .set({ confirmed_at: after(new Date(), -HOUR) })
    .execute();
  expect((await ask(cookie, 'a@example.com')).json()).toMatchObject({ code: 'confirm_identity' });
});

test.each(['banned_at', 'closed_at'] as const)(
  'refuses a change of a person whose account got %s meanwhile',
  async (column) => {
    const email = `${column}@example.com`;
    const cookie = await app.member(email);
    await ask(cookie, `${column}@example.org`);
    await app.owner
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('email', '=', email)
      .execute();
    expect((await confirm(await linkTo(email))).statusCode).toBe(410);
  },
);
