import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

const PARTS = [2_000, 3_000, 1_000] as const;

/**
 * Creates the messages of three partial refunds made at Stripe a minute apart. Each refund sends two
 * messages: one with the total so far, one about itself.
 */
function messagesOf(intent: string) {
  const began = Math.floor(w.clock.now().getTime() / 1000);
  return PARTS.flatMap((amount, at) => {
    const created = began + at * 60;
    const total = PARTS.slice(0, at + 1).reduce((sum, part) => sum + part, 0);
    const refund = {
      id: `re_${newId()}`,
      payment_intent: intent,
      amount,
      status: 'succeeded',
      created,
      metadata: {},
    };
    return [
      w.event('charge.refunded', { payment_intent: intent, amount_refunded: total }, { created }),
      w.event('refund.created', refund, { created }),
    ];
  });
}

const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 });

test('partial refunds leave the balance by their sum, in whatever order their messages arrive, some twice', async () => {
  await fc.assert(
    fc.asyncProperty(order, fc.subarray([0, 1, 2, 3, 4, 5]), async (sequence, again) => {
      const host = await w.newHost();
      const { id, url } = await w.begin(host);
      await w.pay(url);
      await w.settle();
      const { payment_intent: intent } = await w.db
        .selectFrom('card_payments')
        .select('payment_intent')
        .where('deposit_id', '=', id)
        .executeTakeFirstOrThrow();
      const messages = messagesOf(intent);
      for (const at of [...sequence, ...again]) expect(await w.send(messages[at]!)).toBe(200);
      expect(await w.balance(host.accountId)).toBe(40_000_000n);
      expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
    }),
    {
      ...moneyRuns(12),
      endOnFailure: true,
      // The newest refund arrives before the oldest total.
      examples: [[[5, 0, 1, 2, 3, 4], []]],
    },
  );
});
