import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { balanceOf, clearing, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { payWeeklyTo } from './payouts.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
let ada: Actor;
beforeAll(async () => {
  ada = await testPerson(db, 'admin');
});
afterEach(async () => {
  const broken = (await reconcile(db)).invariants.filter(
    ({ ok, name }) => !ok && !name.startsWith('released'),
  );
  expect(broken).toEqual([]);
});
afterAll(() => t.close());

const reason = { reason: 'The bank sent it back' };
const act = (id: string, what: string, body: object = reason, as = ada) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as, body });
const available = (person: Actor) => balanceOf(db, clipperAvailable(person.accountId));
const weekly = (person: Actor) => payWeeklyTo(db, [person.accountId], clock.now());
const newestNote = async (person: Actor) =>
  (
    await db
      .selectFrom('notifications')
      .select(['kind', 'body'])
      .where('user_id', '=', person.userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).body;
const setEmail = (as: Actor, email: string) =>
  api.send('PUT', '/api/clipper/payout-address', { as, body: { email, country: 'US', password: 'right' } });
const ownPayout = async (as: Actor) => (await api.send('GET', '/api/clipper/payouts', { as })).body.rows[0];
const leaving = async (as: Actor) => (await api.send('GET', '/api/clipper/leaving', { as })).body;

async function paidByHand(dollars: number, email: string): Promise<{ person: Actor; id: string }> {
  const person = await t.clipper(dollars, email);
  const id = await t.withdraw(person);
  await act(id, 'process');
  expect((await act(id, 'paid', { reference: 'Transfer 7' })).status).toBe(200);
  return { person, id };
}

test('a returned payment by hand is available again, once, with its reason in the log', async () => {
  const before = await balanceOf(db, clearing('manual'));
  const { person, id } = await paidByHand(20, 'by-hand@paypal.example');
  const replies = await Promise.all([1, 2, 3].map(() => act(id, 'returned')));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await available(person)).toBe(20_000_000n);
  expect(await balanceOf(db, clearing('manual'))).toBe(before);
  expect(await t.payout(id)).toMatchObject({ state: 'returned', failure: reason.reason });
  const searched = async (text: string) =>
    (await api.send('GET', `/api/clipper/payouts?search=${text}`, { as: person })).body.rows;
  expect(await searched('fer%207')).toMatchObject([{ id }]);
  expect(await searched(id)).toMatchObject([{ id }]);
  expect(await searched('Transfer%208')).toEqual([]);
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('subject_id', '=', id)
    .where('action', '=', 'payout.returned')
    .executeTakeFirstOrThrow();
  expect(log).toMatchObject({ actor_id: ada.userId, data: { ...reason, rail: 'manual' } });
});

test('a reason without a full stop does not run into the next sentence', async () => {
  const { person, id } = await paidByHand(20, 'full-stop@paypal.example');
  await act(id, 'returned');
  expect(await newestNote(person)).toContain('Reason: The bank sent it back. Weekly payouts wait until');
});

test('only a paid payout can be returned, only by an admin, and only with a recent login', async () => {
  const person = await t.clipper(20, 'guarded@paypal.example');
  const id = await t.withdraw(person);
  expect((await act(id, 'returned')).body.code).toBe('payout_state');
  expect((await act(id, 'returned', reason, person)).status).toBe(404);
  const idle = { ...ada, confirmedAt: after(new Date(), -16 * MINUTE) };
  expect((await act(id, 'returned', reason, idle)).body.code).toBe('confirm_identity');
  expect((await act(id, 'returned', { reason: ' ' })).body.code).toBe('invalid_input');
});

test('a PayPal payment can be marked returned, and PayPal’s later report moves nothing more', async () => {
  const person = await t.clipper(20, 'returned.later@paypal.example');
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  expect((await act(id, 'returned')).status).toBe(200);
  for (let day = 0; day < 4; day++) await t.pass(DAY);
  expect(await t.payout(id)).toMatchObject({ state: 'returned', failure: reason.reason });
  expect(await available(person)).toBe(20_000_000n);
});

test.each(['by hand', 'by PayPal'])(
  'after a return %s weekly payouts wait until the address changes, and the clipper is notified of that',
  async (how) => {
    const email = `returned.${how === 'by hand' ? 'hand' : 'rail'}@paypal.example`;
    const person = await t.clipper(20, email);
    const id = await t.withdraw(person);
    if (how === 'by hand') {
      await act(id, 'process');
      await act(id, 'paid', { reference: 'Transfer 8' });
      await act(id, 'returned');
    } else {
      await t.pass(LEAVES_AFTER);
      await t.pass(MINUTE);
      for (let day = 0; day < 4; day++) await t.pass(DAY);
    }
    expect(await t.payout(id)).toMatchObject({ state: 'returned' });
    const what = 'Weekly payouts wait until you change your Payment Email in Settings';
    expect(await newestNote(person)).toContain(what);
    expect((await ownPayout(person)).stopsWeekly).toBe(true);
    expect((await leaving(person)).nextRun).toMatchObject({
      amountMicros: '0',
      problem: expect.stringContaining(what),
    });
    clock.advance(7 * DAY);
    expect(await weekly(person)).toBe(0);
    await setEmail(person, email);
    expect(await weekly(person)).toBe(0);
    await setEmail(person, `new.${email}`);
    expect((await ownPayout(person)).stopsWeekly).toBe(false);
    clock.advance(DAY);
    expect(await weekly(person)).toBe(1);
  },
);

test('a clipper can request another payout to the same address after a return', async () => {
  const { person, id } = await paidByHand(20, 'again@paypal.example');
  await act(id, 'returned');
  expect(await t.payout(await t.withdraw(person))).toMatchObject({ state: 'requested' });
});

test('an admin cancels a payout that nobody picked up, and its clipper is notified of the reason', async () => {
  const person = await t.clipper(20, 'taken-out@paypal.example');
  const id = await t.withdraw(person);
  const replies = await Promise.all([act(id, 'cancel'), act(id, 'process', {})]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const other = await t.withdraw(await t.clipper(20, 'other@paypal.example'));
  expect((await act(other, 'cancel')).status).toBe(200);
  expect((await act(other, 'cancel')).body.code).toBe('payout_state');
  const { clipper_id } = await t.payout(other);
  expect(await newestNote({ ...person, accountId: clipper_id })).toContain(reason.reason);
  expect(await balanceOf(db, clipperAvailable(clipper_id))).toBe(20_000_000n);
});

test('a returned payment counts in no year, also if it is returned in the next one', async () => {
  const { person, id } = await paidByHand(40, 'years@paypal.example');
  const year = clock.now().getUTCFullYear();
  clock.advance(365 * DAY);
  await act(id, 'returned');
  const own = await api.send('GET', '/api/clipper/payout-years', { as: person });
  expect(own.body.rows).toEqual([{ year, paidMicros: '0' }]);
  const { body } = await api.send('GET', `/api/admin/payout-totals?year=${year}`, { as: ada });
  const row = body.rows.find((one: { clipperId: AccountId }) => one.clipperId === person.accountId);
  expect(row).toMatchObject({ totalMicros: '0', paypalMicros: '0', reportable: false });
});
