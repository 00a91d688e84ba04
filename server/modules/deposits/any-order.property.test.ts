import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

type Person = Awaited<ReturnType<typeof w.newHost>>;

const cents = fc.integer({ min: 500, max: 9_000 });
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const) }),
  fc.record({ do: fc.constant('bank' as const), succeeds: fc.boolean() }),
  fc.record({ do: fc.constant('spend' as const), cents }),
  fc.record({ do: fc.constant('refund' as const) }),
  fc.record({ do: fc.constant('refund-at-stripe' as const), cents }),
  fc.record({ do: fc.constant('dispute' as const) }),
  fc.record({ do: fc.constant('close' as const), outcome: fc.constantFrom('won' as const, 'lost' as const) }),
  fc.record({ do: fc.constant('warn' as const) }),
  fc.record({
    do: fc.constant('delivery' as const),
    mode: fc.constantFrom('normal', 'duplicated', 'reordered', 'late', 'lost' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 70, 2_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Takes one step with one host. Refunds and disputes apply to the newest deposit. */
async function take(host: Person, made: string[], next: Step): Promise<void> {
  const reference = made.at(-1);
  if (next.do === 'pay' || next.do === 'bank') {
    const { id, url } = await w.begin(host);
    made.push(id);
    await w.pay(
      url,
      next.do === 'pay' ? undefined : { method: next.succeeds ? 'bank-succeeds' : 'bank-fails' },
    );
  } else if (next.do === 'spend') await w.spend(host.accountId, BigInt(next.cents) * 10_000n);
  else if (next.do === 'delivery') await w.simulator.atStripe(next);
  else if (next.do === 'wait') w.clock.advance(next.minutes * MINUTE);
  else if (!reference) return;
  else if (next.do === 'refund') await w.api.send('POST', `/api/deposits/${reference}/refund`, { as: host });
  else if (next.do === 'refund-at-stripe') {
    await w.simulator.atStripe({ do: 'refund', reference, cents: next.cents });
  } else if (next.do === 'dispute') await w.simulator.atStripe({ do: 'dispute', reference });
  else if (next.do === 'warn') await w.simulator.atStripe({ do: 'warn', reference });
  else await w.simulator.atStripe({ do: 'close-dispute', reference, outcome: next.outcome });
}

test('the books balance after every step, whatever happens at Stripe and in whatever order messages arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const host = await w.newHost();
      const made: string[] = [];
      for (const next of steps) {
        await take(host, made, next);
        await w.settle();
        const { invariants } = await reconcile(w.db);
        expect(invariants.filter(({ ok }) => !ok)).toEqual([]);
      }
      await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
    }),
    { ...moneyRuns(12), endOnFailure: true },
  );
});
