import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { type AccountsServer, cookieOf, startAccounts, tokenOf } from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

type Role = 'host' | 'clipper';

/** Signs up and returns the token mailed for this sign-up. */
async function signUp(email: string, password: string, role: Role, more: object = {}): Promise<string> {
  await app.post('/api/auth/sign-up', {
    email,
    password,
    confirmation: password,
    role,
    acceptTerms: true,
    ...more,
  });
  return tokenOf(await app.mailTo(email));
}

/**
 * Presses the button on the page of a mailed link in a browser that did not sign up, so the page asks for a
 * password.
 */
const open = (token: string, password?: string) => app.post('/api/auth/verify-email', { token, password });
const logIn = (email: string, password: string) => app.post('/api/auth/login', { email, password });
const resend = (email: string, password: string) =>
  app.post('/api/auth/resend-verification', { email, password });

const mailsTo = async (email: string) => (await listOutbox(app.db)).filter((mail) => mail.to === email);

const OWNERS = 'the owner’s harbour';
const ATTACKERS = 'the attacker’s harbour';

describe('a link proves the mailbox; the proven sign-up gets the account', () => {
  test('a stranger’s link opens no account, and completes the owner’s sign-up when the owner types its password', async () => {
    const email = 'owner@example.com';
    const theirs = await signUp(email, ATTACKERS, 'host', { confirmAdult: true });
    expect((await open(theirs)).json()).toMatchObject({ code: 'sign_up_password_required' });
    expect((await open(theirs, OWNERS)).json()).toMatchObject({ code: 'login_failed' });
    expect((await logIn(email, ATTACKERS)).json()).toMatchObject({ code: 'email_unverified' });
    await app.post('/api/auth/sign-up', {
      ...{ email, password: OWNERS, confirmation: OWNERS, role: 'clipper', acceptTerms: true },
    });
    const reply = await open(theirs, OWNERS);
    expect(await app.whoIs(cookieOf(reply))).toMatchObject({ email, role: 'clipper' });
    expect((await logIn(email, ATTACKERS)).json()).toMatchObject({ code: 'login_failed' });
    const user = await app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    expect(user).toMatchObject({ age_confirmed_at: null, terms_accepted_at: expect.any(Date) });
  });

  test.each([
    ['before', [ATTACKERS, OWNERS]],
    ['after', [OWNERS, ATTACKERS]],
  ])(
    'deletes a stranger’s sign-up %s the owner’s when the owner opens the account, and its link',
    async (when, order) => {
      const email = `${when}@example.com`;
      const tokens = new Map<string, string>();
      for (const password of order) tokens.set(password, await signUp(email, password, 'clipper'));
      expect((await open(tokens.get(OWNERS)!, OWNERS)).statusCode).toBe(200);
      expect((await open(tokens.get(ATTACKERS)!, ATTACKERS)).json()).toMatchObject({ code: 'link_expired' });
      expect((await logIn(email, ATTACKERS)).statusCode).toBe(401);
      expect((await logIn(email, OWNERS)).statusCode).toBe(200);
      const waiting = app.db.selectFrom('pending_sign_ups').select('id').where('email', '=', email);
      expect(await waiting.execute()).toEqual([]);
    },
  );

  test('opens one account, with that sign-up’s password, when links of several sign-ups are opened at once', async () => {
    const email = 'at-once@example.com';
    const passwords = [OWNERS, ATTACKERS, OWNERS];
    const tokens: string[] = [];
    for (const password of passwords) tokens.push(await signUp(email, password, 'clipper'));
    const replies = await Promise.all(tokens.map((token, n) => open(token, passwords[n])));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 410, 410]);
    const opened = replies.findIndex((reply) => reply.statusCode === 200);
    expect((await logIn(email, passwords[opened]!)).statusCode).toBe(200);
  });

  test('an owner completes a sign-up with its password although a hundred strangers signed up later', async () => {
    const email = 'buried@example.com';
    const mine = await signUp(email, OWNERS, 'clipper');
    const row = await app.db
      .selectFrom('pending_sign_ups')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('pending_sign_ups')
      .values(
        Array.from({ length: 150 }, (_, n) => ({ ...row, id: newId(), password_hash: `of stranger ${n}` })),
      )
      .execute();
    const theirs = await signUp(email, ATTACKERS, 'host');
    expect((await open(theirs, OWNERS)).statusCode).toBe(200);
    expect((await open(mine, OWNERS)).statusCode).toBe(410);
    expect((await logIn(email, OWNERS)).statusCode).toBe(200);
  });

  test('the mail says when and in which role somebody signed up, so that the owner recognizes the link', async () => {
    const email = 'whose@example.com';
    await signUp(email, ATTACKERS, 'host');
    const mail = await app.mailTo(email);
    expect(mail!.text).toContain('as a host');
    expect(mail!.text).toContain('without this link nobody can open an account with your address');
  });
});

describe('a resent link belongs to the sign-up whose password was given', () => {
  test('the owner gets a link for the owner’s sign-up, not for a stranger’s', async () => {
    const email = 'resent@example.com';
    await signUp(email, OWNERS, 'clipper');
    await signUp(email, ATTACKERS, 'host');
    await resend(email, OWNERS);
    expect((await app.mailTo(email))!.text).toContain('as a clipper');
    expect((await app.verify(email, OWNERS)).statusCode).toBe(200);
    expect((await logIn(email, ATTACKERS)).statusCode).toBe(401);
    expect((await logIn(email, OWNERS)).statusCode).toBe(200);
  });

  test('mails nothing without the password of a sign-up, and answers the same', async () => {
    const email = 'unproved@example.com';
    await signUp(email, OWNERS, 'clipper');
    const right = await resend(email, OWNERS);
    const wrong = await resend(email, 'a guess');
    expect([wrong.statusCode, wrong.body]).toEqual([right.statusCode, right.body]);
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

test('a password reset neither opens a pending sign-up nor mails anything without an account', async () => {
  const email = 'never-verified@example.com';
  await signUp(email, ATTACKERS, 'host');
  const known = await app.post('/api/auth/forgot-password', { email });
  const unknown = await app.post('/api/auth/forgot-password', { email: 'nobody@example.com' });
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(['Verify your email for Permille']);
});

test('deletes an unconfirmed sign-up and its links after seven days', async () => {
  const email = 'forgotten@example.com';
  const token = await signUp(email, OWNERS, 'clipper');
  await app.db
    .updateTable('pending_sign_ups')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('email', '=', email)
    .execute();
  expect((await logIn(email, OWNERS)).json()).toMatchObject({ code: 'login_failed' });
  await resend(email, OWNERS);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await open(token)).statusCode).toBe(410);
  await app.sweep();
  const left = app.db.selectFrom('pending_sign_ups').selectAll().where('email', '=', email);
  expect(await left.execute()).toEqual([]);
});

test('the database refuses an account with an unverified address', async () => {
  const unproved = { id: newId<UserId>(), email: 'unproved-row@example.com', name: 'Nobody' };
  await expect(
    app.owner
      .insertInto('users')
      .values({ ...unproved, email_verified: false })
      .execute(),
  ).rejects.toThrow('users_email_verified');
});
