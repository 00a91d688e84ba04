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
const open = async (email: string, cookie: string) =>
  await app.post('/api/auth/verify-email', { token: tokenOf(await app.mailTo(email)) }, { cookie });

const expectNobodySignedIn = (reply: Awaited<ReturnType<typeof open>>) => {
  expect([reply.statusCode, reply.json()]).toEqual([200, { signedIn: false }]);
  expect(String(reply.headers['set-cookie'])).not.toContain('permille_session');
};

describe('the link of a sign-up signs in the browser that signed up', () => {
  test('once, by a cookie that scripts can’t read and that lives as long as the link', async () => {
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

  test('over TLS the cookie is bound to this host', async () => {
    const secure = await startAccounts({ appUrl: 'https://permille.example' });
    onTestFinished(() => secure.close());
    const form = { password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, role: 'host', acceptTerms: true };
    const reply = await secure.post('/api/auth/sign-up', { ...form, email: 'secure@example.com' });
    expect(reply.headers['set-cookie']).toMatch(/^__Host-permille_sign_up=.*; Secure; /);
  });

  test('it signs in no other browser, so that nobody lands in an account whose password a stranger chose', async () => {
    await signUp('victim@example.com');
    expectNobodySignedIn(await open('victim@example.com', ''));
    const login = { email: 'victim@example.com', password: GOOD_PASSWORD };
    expect((await app.post('/api/auth/login', login)).statusCode).toBe(200);
  });

  test('a cookie of another sign-up, or an altered one, signs in nobody', async () => {
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
      expectNobodySignedIn(await open(email, alter(own)));
    }
  });

  test('of two sign-ups with one address, the cookie of the one does not do for the other', async () => {
    const email = 'two-passwords@example.com';
    const owners = cookieOf(await signUp(email, {}, 'the owner’s harbour'));
    await signUp(email, {}, 'the attacker’s harbour');
    expectNobodySignedIn(await open(email, owners));
  });

  test('nor where somebody is signed in already, who stays so', async () => {
    const session = await app.member('stays@example.com');
    const email = 'sent-by-a-stranger@example.com';
    expectNobodySignedIn(await open(email, `${cookieOf(await signUp(email))}; ${session}`));
    expect(await app.whoIs(session)).toMatchObject({ email: 'stays@example.com' });
  });

  test('where several signed up, or the link was asked for again with the password, each is signed in', async () => {
    const [first, second] = ['first-of-two@example.com', 'second-of-two@example.com'];
    const cookie = cookieOf(await signUp(first));
    const both = cookieOf(await signUp(second, { cookie }));
    expect((await open(first, both)).json()).toEqual({ signedIn: true });
    const typed = { email: second, password: GOOD_PASSWORD };
    const elsewhere = cookieOf(await app.post('/api/auth/resend-verification', typed));
    expect((await open(second, elsewhere)).json()).toEqual({ signedIn: true });
  });

  test('an expired link signs in nobody', async () => {
    const cookie = cookieOf(await signUp('expired@example.com'));
    await app.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    const reply = await open('expired@example.com', cookie);
    expect([reply.statusCode, cookieOf(reply)]).toEqual([410, '']);
  });
});
