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

const signUp = (email: string, options: { cookie?: string } = {}, password = GOOD_PASSWORD) =>
  app.post(
    '/api/auth/sign-up',
    { email, password, confirmation: password, role: 'clipper', acceptTerms: true },
    options,
  );

/** Opens the newest link mailed to the address. */
const open = async (email: string, cookie: string, password?: string) =>
  await app.post('/api/auth/verify-email', { token: tokenOf(await app.mailTo(email)), password }, { cookie });

const logIn = (email: string, password = GOOD_PASSWORD) => app.post('/api/auth/login', { email, password });

/** Expects that the page asks for a password, creates no account and leaves the link usable. */
const expectAskedForPassword = async (reply: Awaited<ReturnType<typeof open>>, email: string) => {
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_up_password_required']);
  expect(reply.headers['set-cookie']).toBeUndefined();
  const account = app.db.selectFrom('users').select('id').where('email', '=', email);
  expect(await account.executeTakeFirst()).toBeUndefined();
};

describe('the link of a sign-up signs in the browser that signed up', () => {
  test('signs in once, with a cookie that scripts can’t read and that expires with the link', async () => {
    const email = 'signed-in@example.com';
    const signedUp = await signUp(email);
    expect(signedUp.headers['set-cookie']).toMatch(
      /^permille_sign_up=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await app.whoIs(cookieOf(signedUp))).toBeNull();
    const opened = await open(email, cookieOf(signedUp));
    expect(opened.json()).toEqual({ signedIn: true });
    expect(await app.whoIs(cookieOf(opened))).toMatchObject({ email });
    const again = await open(email, cookieOf(signedUp));
    expect([again.statusCode, cookieOf(again)]).toEqual([410, '']);
  });

  test('binds the sign-up cookie to this host over TLS', async () => {
    const secure = await startAccounts({ appUrl: 'https://permille.example' });
    onTestFinished(() => secure.close());
    const form = { password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, role: 'host', acceptTerms: true };
    const reply = await secure.post('/api/auth/sign-up', { ...form, email: 'secure@example.com' });
    expect(reply.headers['set-cookie']).toMatch(/^__Host-permille_sign_up=.*; Secure; /);
  });

  test('in another browser the link needs the sign-up’s password and stays usable without it', async () => {
    const email = 'scanned@example.com';
    await signUp(email);
    await expectAskedForPassword(await open(email, ''), email);
    const wrong = await open(email, '', 'a guess of a stranger');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([401, { code: 'login_failed' }]);
    await expectAskedForPassword(await open(email, ''), email);
    const typed = await open(email, '', GOOD_PASSWORD);
    expect(typed.json()).toEqual({ signedIn: true });
    expect(await app.whoIs(cookieOf(typed))).toMatchObject({ email });
  });

  test('an altered cookie or one for another address does not replace the password', async () => {
    const other = cookieOf(await signUp('other@example.com'));
    const altered: ((own: string) => string)[] = [
      () => other,
      (own) => own.replace('=', '=x'),
      (own) => own.replace('.', '.x'),
      (own) => own.split('.')[0]!,
      (own) => own.replace('sign_up', 'device'),
    ];
    for (const [n, alter] of altered.entries()) {
      const email = `altered-${n}@example.com`;
      const own = cookieOf(await signUp(email));
      await expectAskedForPassword(await open(email, alter(own)), email);
    }
  });

  test('any link to the mailbox opens the browser’s own sign-up, never the stranger’s who caused the mail', async () => {
    const email = 'two-passwords@example.com';
    const owners = cookieOf(await signUp(email, {}, 'the owner’s harbour'));
    await signUp(email, {}, 'the attacker’s harbour');
    expect((await open(email, owners)).json()).toEqual({ signedIn: true });
    expect((await logIn(email, 'the attacker’s harbour')).statusCode).toBe(401);
    expect((await logIn(email, 'the owner’s harbour')).statusCode).toBe(200);
  });

  test('opens the account and keeps the current session if somebody is already signed in', async () => {
    const session = await app.member('stays@example.com');
    const email = 'sent-by-a-stranger@example.com';
    const opened = await open(email, `${cookieOf(await signUp(email))}; ${session}`);
    expect(opened.json()).toEqual({ signedIn: false });
    expect(String(opened.headers['set-cookie'])).not.toContain('permille_session');
    expect(await app.whoIs(session)).toMatchObject({ email: 'stays@example.com' });
  });

  test('signs in each of several sign-ups of one browser, also after requesting the link again', async () => {
    const [first, second] = ['first-of-two@example.com', 'second-of-two@example.com'];
    const cookie = cookieOf(await signUp(first));
    const both = cookieOf(await signUp(second, { cookie }));
    expect((await open(first, both)).json()).toEqual({ signedIn: true });
    const typed = { email: second, password: GOOD_PASSWORD };
    const elsewhere = cookieOf(await app.post('/api/auth/resend-verification', typed));
    expect((await open(second, elsewhere)).json()).toEqual({ signedIn: true });
  });

  test('an expired link signs nobody in', async () => {
    const cookie = cookieOf(await signUp('expired@example.com'));
    await app.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    const reply = await open('expired@example.com', cookie);
    expect([reply.statusCode, cookieOf(reply)]).toEqual([410, '']);
  });
});
