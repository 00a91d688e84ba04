import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

/** Creates a paid deposit of $100.00 that its bank questions. Afterwards Stripe's messages are lost. */
async function questioned() {
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  const person = await w.newHost();
  const { id, url } = await w.begin(person);
  await w.pay(url);
  await w.settle();
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  expect([await w.stateOf(id), await w.balance(person.accountId)]).toEqual(['disputed', 0n]);
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  const row = () =>
    w.db
      .selectFrom('deposit_disputes as i')
      .innerJoin('card_payments as p', 'p.payment_intent', 'i.payment_intent')
      .selectAll('i')
      .where('p.deposit_id', '=', id)
      .executeTakeFirstOrThrow();
  const close = (outcome: 'won' | 'lost') =>
    w.simulator.atStripe({ do: 'close-dispute', reference: id, outcome });
  return { id, person, row, close };
}

test.each([
  ['won', 'confirmed', 100_000_000n],
  ['lost', 'charged_back', 0n],
] as const)(
  'finds the end of a dispute, %s, within a day when its message is lost',
  async (outcome, state, balance) => {
    const { id, person, row, close } = await questioned();
    await close(outcome);
    w.clock.advance(HOUR);
    await w.settle();
    expect(await w.stateOf(id)).toBe('disputed');
    w.clock.advance(DAY);
    await w.settle();
    expect([await w.stateOf(id), await w.balance(person.accountId)]).toEqual([state, balance]);
    expect(await row()).toMatchObject({ outcome, due_at: null });
    // The message about the outcome arrives late.
    const { id: disputeId, payment_intent } = await row();
    const dispute = { id: disputeId, payment_intent, amount: 10_000, reason: 'fraudulent', status: outcome };
    expect(await w.send(w.event('charge.dispute.closed', dispute))).toBe(200);
    expect(await w.send(w.event('charge.dispute.created', { ...dispute, status: 'needs_response' }))).toBe(
      200,
    );
    expect([await w.stateOf(id), await w.balance(person.accountId)]).toEqual([state, balance]);
    expect(await row()).toMatchObject({ outcome, due_at: null });
    expect((await reconcile(w.db)).ok).toBe(true);
  },
);

test('polls an open dispute once a day, and sooner while nobody answers', async () => {
  const { id, row, close } = await questioned();
  w.clock.advance(DAY);
  await w.settle();
  expect(await row()).toMatchObject({ due_at: new Date(w.clock.now().getTime() + DAY), tries: 0 });
  await w.simulator.control.setFault({ service: 'stripe', mode: 'down', minutes: 26 * 60 });
  await close('won');
  w.clock.advance(DAY);
  await w.settle();
  const unanswered = await row();
  expect(unanswered).toMatchObject({ outcome: null, tries: 1 });
  expect(unanswered.due_at!.getTime() - w.clock.now().getTime()).toBeLessThan(HOUR);
  w.clock.advance(4 * HOUR);
  await w.settle();
  expect(await w.stateOf(id)).toBe('confirmed');
});
