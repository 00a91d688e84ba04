import { afterAll, afterEach, expect, test } from 'vitest';
import { DAY } from '#server/infra/clock.ts';
import { balanceOf, clearing, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { payoutCheck } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';

const t = await paypalTrial();
const { db } = t;
const admin = await testPerson(db, 'admin');
afterEach(async () => {
  const broken = (await reconcile(db)).invariants.filter(
    ({ ok, name }) => !ok && !name.startsWith('released'),
  );
  expect(broken).toEqual([]);
});
afterAll(() => t.close());

const post = (path: string, body: object) => t.api.send('POST', `/api/admin/${path}`, { as: admin, body });
const lateStatuses = async () =>
  (await t.api.send('GET', '/api/admin/payout-controls', { as: admin })).body.lateStatuses as {
    payoutId: string;
    text: string;
  }[];

/**
 * Creates a payout of $300.00 that PayPal took. PayPal's reply was lost, and PayPal could not be read for 26
 * days, so an admin decided.
 */
async function decidedByHand(how: 'paid' | 'failed', email: string) {
  const person = await t.clipper(300, email);
  const id = await t.withdraw(person);
  await t.fault('lost-reply');
  await t.pass(LEAVES_AFTER);
  await t.fault('down');
  await t.pass(26 * DAY);
  const reply = await post(`payouts/${id}/${how}`, { reference: 'Bank 4711', reason: 'Never arrived' });
  expect(reply.status).toBe(200);
  await t.fault('ok');
  return { id, person, available: () => balanceOf(db, clipperAvailable(person.accountId)) };
}

/** Delivers PayPal's message about an item, after moving it to a state if one is given. */
async function says(id: string, state?: string) {
  if (state) await t.simulator.control.steerPaypal({ item: { senderItemId: id, state } });
  const event = (await t.eventsAbout(id)).at(-1)!;
  expect((await t.deliver(event)).statusCode).toBe(200);
}

const audited = async (id: string) =>
  (await db.selectFrom('audit_log').select('action').where('subject_id', '=', id).orderBy('id').execute())
    .map(({ action }) => action)
    .filter((action) => action.startsWith('payout.late_status'));

test.each(['FAILED', 'RETURNED'])(
  'PayPal reports %s for a payout that was paid by hand: no money moves, and an operator is notified',
  async (state) => {
    const first = state === 'FAILED' ? 'onhold' : 'returned';
    const { id, available } = await decidedByHand('paid', `${first}.${state.toLowerCase()}@paypal.example`);
    const before = await balanceOf(db, clearing('paypal'));
    await says(id, state === 'FAILED' ? 'FAILED' : undefined);
    expect(await t.payout(id)).toMatchObject({ state: 'paid', rail: 'manual', reference: 'Bank 4711' });
    expect([await available(), (await balanceOf(db, clearing('paypal'))) - before]).toEqual([0n, 0n]);
    expect(await lateStatuses()).toContainEqual(expect.objectContaining({ payoutId: id }));
    expect(await audited(id)).toEqual(['payout.late_status']);
    await post(`payouts/${id}/late-status`, { reason: 'Nothing to do' });
  },
);

test('a PayPal payment beside a payment by hand shows in health and on the Payouts tab until an operator resolves it', async () => {
  const { id, available } = await decidedByHand('paid', 'onhold.ann@paypal.example');
  await says(id, 'SUCCESS');
  expect(await available()).toBe(0n);
  expect(await payoutCheck(db, t.clock).problem()).toContain('after they were decided by hand');
  const [status] = await lateStatuses();
  expect(status).toMatchObject({
    payoutId: id,
    clipperUsername: expect.any(String),
    amountMicros: '300000000',
  });
  expect(status!.text).toContain('paid it after all');
  const page = async () => (await t.api.send('GET', `/api/admin/payouts/${id}`, { as: admin })).body;
  expect(await page()).toMatchObject({
    id,
    state: 'paid',
    rail: 'manual',
    amountMicros: '300000000',
    lateStatus: { text: status!.text, resolvedAt: null },
  });
  // Polls report the same status again, before and after it was resolved.
  await t.pass(DAY);
  expect(await audited(id)).toEqual(['payout.late_status']);
  const deal = () => post(`payouts/${id}/late-status`, { reason: 'The clipper sent it back' });
  expect([(await deal()).status, (await deal()).body.code]).toEqual([200, 'changed_meanwhile']);
  expect((await page()).lateStatus.resolvedAt).not.toBeNull();
  await t.pass(DAY);
  expect([await lateStatuses(), await payoutCheck(db, t.clock).problem()]).toEqual([[], null]);
});

test('PayPal pays a payout that was marked failed and withdrawn again: an operator is notified, and again if it is returned', async () => {
  const { id, person, available } = await decidedByHand('failed', 'onhold.bea@paypal.example');
  expect(await available()).toBe(300_000_000n);
  const again = await t.withdraw(person);
  await says(id, 'SUCCESS');
  expect(await t.payout(id)).toMatchObject({ state: 'failed', item_state: null });
  expect((await lateStatuses())[0]).toMatchObject({
    payoutId: id,
    text: expect.stringContaining('its amount is available again'),
  });
  await post(`payouts/${id}/late-status`, { reason: 'Asked the clipper' });
  await says(id, 'REFUNDED');
  expect((await lateStatuses())[0]).toMatchObject({ text: expect.stringContaining('came back') });
  await post(`payouts/${id}/late-status`, { reason: 'It is back' });
  expect(await t.payout(again)).not.toMatchObject({ state: 'failed' });
  expect(await available()).toBe(0n);
});

test('PayPal confirms a payout that a person marked failed: there is nothing to do, also after polls', async () => {
  const { id, available } = await decidedByHand('failed', 'failed.cat@paypal.example');
  await says(id);
  await t.pass(DAY);
  expect([await available(), await lateStatuses(), await payoutCheck(db, t.clock).problem()]).toEqual([
    300_000_000n,
    [],
    null,
  ]);
});
