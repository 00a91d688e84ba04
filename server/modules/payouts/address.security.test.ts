import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { makeAvailable } from '#server/testing/paypal.ts';
import { deferAddress, payWeeklyTo } from './payouts.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const verifyPassword = async (_id: string, word: string) => word === 'right';
const [module] = testModules(db, clock, ['payouts'], { verifyPassword });
const api = await testApi(db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

const tomorrow = after(clock.now(), DAY);
const setEmail = (as: Actor, email: string, password?: string) =>
  api.send('PUT', '/api/clipper/payout-address', { as, body: { email, country: 'US', password } });
const withdraw = (as: Actor) => api.send('POST', '/api/payouts', { as, body: {} });
const mailTo = (address: string) =>
  db
    .selectFrom('outbound_emails')
    .select(['subject', 'body_text'])
    .where('to_address', '=', address)
    .execute();
const idle = (person: Actor): Actor => ({ ...person, confirmedAt: after(new Date(), -16 * MINUTE) });

async function withPassword(): Promise<Actor> {
  const person = await testPerson(db, 'clipper');
  await db
    .insertInto('credentials')
    .values({
      id: newId(),
      user_id: person.userId,
      provider_id: 'credential',
      account_id: person.userId,
      password: 'x',
    })
    .execute();
  return person;
}

test('check 34: setting the first address needs a login of the last 15 minutes, and changes nothing without one', async () => {
  const person = await withPassword();
  await makeAvailable(db, person.accountId, 50, clock.now());
  const refused = await setEmail(idle(person), 'thief@elsewhere.example', 'right');
  expect([refused.status, refused.body.code]).toEqual([403, 'confirm_identity']);
  expect((await withdraw(person)).body.code).toBe('payout_email_missing');
  expect((await setEmail(person, 'tess@cutroom.example')).status).toBe(200);
});

test('check 34: the first address waits 24 hours after the first earning, and the account’s own mailbox gets a mail', async () => {
  const person = await withPassword();
  await makeAvailable(db, person.accountId, 50, clock.now());
  const { body } = await setEmail(person, 'tess@cutroom.example');
  expect(body.usableAt).toBe(tomorrow.toISOString());
  expect(await mailTo(person.email)).toEqual([
    {
      subject: 'Your payment email was set',
      body_text: expect.stringContaining('t•••@cutroom.example from Wed 4 Mar, 10:00 UTC on'),
    },
  ]);
  expect((await mailTo(person.email))[0]!.body_text).toMatch(/\/forgot-password\n[\s\S]*\/contact\n/);
  expect((await withdraw(person)).body.code).toBe('payout_email_waiting');
  expect(await payWeeklyTo(db, [person.accountId], clock.now())).toBe(0);
  expect(await payWeeklyTo(db, [person.accountId], tomorrow)).toBe(1);
});

test('check 34: the first address is usable at once before the first earning, and setting it again changes nothing', async () => {
  const person = await withPassword();
  expect((await setEmail(person, 'tess@cutroom.example')).body.usableAt).toBe(clock.now().toISOString());
  expect((await setEmail(person, 'tess@cutroom.example')).body.usableAt).toBe(clock.now().toISOString());
});

test('check 34: changing the address needs the password, waits 24 hours and sends a mail to the old address', async () => {
  const person = await withPassword();
  await setEmail(person, 'Tess.Old@Cutroom.example');
  expect((await setEmail(person, 'thief@elsewhere.example')).body).toMatchObject({
    code: 'missing_information',
    fields: [{ field: 'password' }],
  });
  expect((await setEmail(person, 'thief@elsewhere.example', 'wrong')).body.code).toBe('login_failed');
  const changed = await setEmail(idle(person), 'new@cutroom.example', 'right');
  expect(changed.body).toEqual({ email: 'new@cutroom.example', usableAt: tomorrow.toISOString() });
  const [mail] = await mailTo('tess.old@cutroom.example');
  expect(mail?.body_text).toContain('n•••@cutroom.example');
});

test('check 13: changing an address repeatedly mails a stranger three times an hour, and the own mailbox each time', async () => {
  // If the hour ended during the test, the count would start again.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const person = await withPassword();
  await setEmail(person, 'stranger@elsewhere.example');
  for (let n = 0; n < 4; n++) {
    await setEmail(person, `mine-${n}@cutroom.example`, 'right');
    await setEmail(person, 'stranger@elsewhere.example', 'right');
  }
  expect(await mailTo('stranger@elsewhere.example')).toHaveLength(3);
  expect(await mailTo(person.email)).toHaveLength(9);
});

test('a person who signs in with Google sets and changes the address with a login of the last 15 minutes', async () => {
  const person = await testPerson(db, 'clipper');
  await setEmail(person, 'tess@gmail.example');
  expect((await setEmail(idle(person), 'thief@elsewhere.example')).body.code).toBe('confirm_identity');
  expect((await setEmail(person, 'new@gmail.example')).body.usableAt).toBe(tomorrow.toISOString());
});

test('refuses to change the address of a shared demo account', async () => {
  const person = { ...(await testPerson(db, 'clipper')), isDemo: true };
  await setEmail(person, 'demo@people.example');
  expect((await setEmail(person, 'thief@elsewhere.example', 'any')).body.code).toBe('login_failed');
});

test('after a password reset the current address waits 24 hours again and is shown masked', async () => {
  const person = await withPassword();
  await setEmail(person, 'tess@cutroom.example');
  await makeAvailable(db, person.accountId, 50, clock.now());
  const defer = (accountId: AccountId) => transact(db, (tx) => deferAddress(tx, accountId, clock.now()));
  expect(await defer(person.accountId)).toEqual({ address: 't•••@cutroom.example', usableAt: tomorrow });
  expect((await withdraw(person)).body.code).toBe('payout_email_waiting');
  expect(await defer((await testPerson(db, 'clipper')).accountId)).toBeNull();
});
