import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountsServer,
  GOOD_PASSWORD,
  startAccounts,
  TERMS_VERSION,
  tokenOf,
} from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const signUp = (email: string, more: object = {}) =>
  app.post('/api/auth/sign-up', {
    email,
    password: GOOD_PASSWORD,
    confirmation: GOOD_PASSWORD,
    role: 'clipper',
    acceptTerms: true,
    ...more,
  });

const factsOf = (email: string) =>
  app.db
    .selectFrom('users')
    .select(['age_confirmed_at', 'terms_accepted_at', 'terms_version'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

test('records the confirmed age and the version of the accepted terms with the time of the sign-up', async () => {
  const signedUpAt = app.clock.now();
  await signUp('adult@example.com', { confirmAdult: true });
  app.clock.advance(3_600_000);
  await app.verify('adult@example.com');
  expect(await factsOf('adult@example.com')).toEqual({
    age_confirmed_at: expect.any(Date),
    terms_accepted_at: expect.any(Date),
    terms_version: TERMS_VERSION,
  });
  const { terms_accepted_at } = await factsOf('adult@example.com');
  expect(terms_accepted_at!.getTime() - signedUpAt.getTime()).toBeLessThan(3_600_000);
});

test('refuses a sign-up and a choice of role without accepted terms, whatever the client', async () => {
  const cookie = await app.member('chooser@example.com');
  for (const acceptTerms of [undefined, false, 'true']) {
    const refused = await signUp('without@example.com', { acceptTerms });
    expect(refused.json()).toMatchObject({
      code: 'invalid_input',
      detail: 'Accept the Terms of Service and the Privacy Policy.',
    });
    const choice = await app.post('/api/auth/choose-role', { role: 'host', acceptTerms }, { cookie });
    expect(choice.statusCode).toBe(400);
  }
  expect(await app.mailTo('without@example.com')).toBeUndefined();
});

test('does not record an unconfirmed age, even when another sign-up of the address confirmed it', async () => {
  await signUp('silent@example.com');
  const silent = tokenOf(await app.mailTo('silent@example.com'));
  await signUp('silent@example.com', { confirmAdult: true });
  await app.post('/api/auth/verify-email', { token: silent, password: GOOD_PASSWORD });
  expect(await factsOf('silent@example.com')).toMatchObject({ age_confirmed_at: null });
});

test('an account without a confirmed age confirms it later, once, with an audit row', async () => {
  const cookie = await app.member('older@example.com');
  await app.db
    .updateTable('users')
    .set({ age_confirmed_at: null })
    .where('email', '=', 'older@example.com')
    .execute();
  const confirm = (confirmAdult: boolean) => app.post('/api/auth/confirm-age', { confirmAdult }, { cookie });
  expect((await confirm(false)).statusCode).toBe(400);
  expect((await factsOf('older@example.com')).age_confirmed_at).toBeNull();
  for (const time of [1, 2]) expect((await confirm(true)).statusCode, `time ${time}`).toBe(200);
  expect((await factsOf('older@example.com')).age_confirmed_at).toEqual(expect.any(Date));
  const written = await app.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'account.age_confirmed')
    .execute();
  expect(written).toHaveLength(1);
});

test('the mailed link leads to the page where the person started', async () => {
  await signUp('from-listing@example.com', { returnTo: '/listings/7?tab=rules' });
  const link = new URL((await app.mailTo('from-listing@example.com'))!.links[0]!);
  expect(link.searchParams.get('next')).toBe('/listings/7?tab=rules');
  await app.post('/api/auth/resend-verification', {
    email: 'from-listing@example.com',
    password: GOOD_PASSWORD,
    returnTo: '/pricing',
  });
  const again = new URL((await app.mailTo('from-listing@example.com'))!.links[0]!);
  expect(again.searchParams.get('next')).toBe('/pricing');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'the mailed link never leads to %s',
  async (returnTo) => {
    const email = `away-${returnTo.length}@example.com`;
    await signUp(email, { returnTo });
    const mail = (await app.mailTo(email))!;
    expect(new URL(mail.links[0]!).searchParams.has('next')).toBe(false);
    expect(mail.text).not.toContain('evil');
  },
);
