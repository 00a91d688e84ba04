import { afterAll, afterEach, expect, test } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { payWeekly } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { bannedWorld, dollars } from '#server/testing/banned-world.ts';

const w = await bannedWorld();
const { db, clock, api, ada, ben, send, act, ban, allow, enter } = w;
const { inbox, available, payoutsOf, mailsTo, clipper, pay, unban } = w;
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => w.close());

test('a returned payout waits for an address that an admin enters; it is usable after 24 hours and the person is notified', async () => {
  const person = await clipper(30);
  await ban(person);
  await allow(person);
  const [first] = await payoutsOf(person);
  expect(await pay(first!.id)).toEqual([200, 200]);
  expect((await act(first!.id, 'returned', { reason: 'No such account' })).status).toBe(200);
  expect(await inbox(person)).toMatchObject({
    what: 'A payout came back: needs another payment email.',
    amountMicros: '30000000',
  });
  clock.advance(7 * DAY);
  await payWeekly(db, clock.now());
  expect(await available(person)).toBe(dollars(30));

  const entered = await enter(person, 'New@People.example');
  expect(entered.body).toEqual({
    usableAt: after(clock.now(), DAY).toISOString(),
    startedMicros: '30000000',
  });
  const [, second] = await payoutsOf(person);
  expect(second).toMatchObject({ state: 'requested', destination: 'new@people.example' });
  expect((await act(second!.id, 'process')).body.code).toBe('payout_email_waiting');
  for (const to of [person.email, 'tess@people.example'])
    expect((await mailsTo(to)).at(-1)).toBe('A payment email was entered for you');
  clock.advance(DAY);
  expect(await pay(second!.id)).toEqual([200, 200]);
  expect([await available(person), await inbox(person)]).toEqual([0n, undefined]);
  const audited = await db
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'payout_address.entered')
    .where('subject_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  expect(audited.data).toMatchObject({ from: 't•••@people.example', to: 'n•••@people.example' });
});

test('refuses an admin’s own address, a person who is not banned, and an admin without a recent login', async () => {
  const person = await clipper(8, null);
  expect((await enter(person, 'new@people.example')).body.code).toBe('changed_meanwhile');
  await ban(person);
  for (const email of [ada.email, ben.email.toUpperCase(), ben.email.replace('@', '+x@')])
    expect((await enter(person, email)).body).toMatchObject({ code: 'payout_email_of_admin' });
  const stale = { ...ada, confirmedAt: after(new Date(), -HOUR) };
  expect((await enter(person, 'new@people.example', {}, stale)).body.code).toBe('confirm_identity');
  expect((await enter(await testPerson(db, 'admin'), 'new@people.example')).status).toBe(404);
  await allow(person);
  expect(await inbox(person)).toMatchObject({ what: 'Needs a payment email.' });
  expect((await enter(person, 'new@people.example')).body.startedMicros).toBe('8000000');
});

test('an address for $2,500 or more takes two admins, and another admin’s agreement to the payout does not carry over', async () => {
  const person = await clipper(3_000);
  const asked = await api.send('POST', '/api/payouts', { as: person, body: {} });
  await ban(person);
  await allow(person);
  expect((await send(`payouts/${asked.body.id}/confirm`, {}, ben)).status).toBe(200);
  const email = 'new@people.example';
  expect((await enter(person, email)).body.code).toBe('second_admin_needed');
  expect(await payoutsOf(person)).toMatchObject([{ state: 'requested', destination: 'tess@people.example' }]);
  expect((await enter(person, 'other@people.example', {}, ben)).body.code).toBe('second_admin_needed');
  expect((await enter(person, email, {}, ben)).body.startedMicros).toBe(dollars(3_000).toString());
  clock.advance(DAY);
  const [canceled, started] = await payoutsOf(person);
  expect([canceled!.state, started!.destination]).toEqual(['canceled', email]);
  expect((await act(started!.id, 'process')).body.code).toBe('second_admin_needed');
});

test('a person without a confirmed age is paid after an admin records it', async () => {
  const person = await clipper(8);
  await db.updateTable('users').set({ age_confirmed_at: null }).where('id', '=', person.userId).execute();
  await ban(person);
  expect((await allow(person)).body.startedMicros).toBe('0');
  expect(await inbox(person)).toMatchObject({ what: 'Has not confirmed to be 18 or older.' });
  expect((await enter(person, 'tess@people.example', { isAdult: true })).body.startedMicros).toBe('8000000');
});

test('an address that an admin entered ends with the ban: its payouts become available again and nothing more is sent there', async () => {
  const person = await clipper(8);
  const address = async () =>
    (await api.send('GET', '/api/clipper/payout-address', { as: person })).body.email;
  await ban(person);
  await allow(person);
  await enter(person, 'new@people.example');
  expect(await payoutsOf(person)).toMatchObject([
    { state: 'canceled', destination: 'tess@people.example' },
    { state: 'requested', destination: 'new@people.example' },
  ]);
  expect((await unban(person)).status).toBe(200);
  expect([await address(), await available(person)]).toEqual([null, dollars(8)]);
  expect((await payoutsOf(person)).map(({ state }) => state)).toEqual(['canceled', 'canceled']);
  const mail = await db
    .selectFrom('outbound_emails')
    .select('body_text')
    .where('to_address', '=', person.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(mail.body_text).toContain('enter your own in Settings');
});

test('the person’s own address and its payouts outlive a ban', async () => {
  const person = await clipper(8);
  clock.advance(DAY);
  await ban(person);
  await allow(person);
  expect((await unban(person)).status).toBe(200);
  expect(await payoutsOf(person)).toMatchObject([{ state: 'requested', destination: 'tess@people.example' }]);
});

test('an address entered while the ban is lifted never outlives it, even without earnings', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const person = await clipper(0, null);
    await ban(person);
    await Promise.all([enter(person, 'new@people.example'), unban(person)]);
    const address = db.selectFrom('payout_addresses').select('email').where('user_id', '=', person.accountId);
    expect(await address.execute()).toEqual([]);
  }
});
