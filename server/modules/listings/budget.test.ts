import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host as hostAccount, listing } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn, payViews, reserve, type TestClip } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { budgetOf, pauseExhausted, resumeFunded } from './listings.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const [module] = testModules(t.db, clock, ['listings']);
const api = await testApi(t.db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => micros(BigInt(n) * 10_000n));
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('pause', 'resume') }),
  fc.record({ do: fc.constant('top-up'), amount: cents(30_000) }),
  fc.record({ do: fc.constantFrom('into', 'back'), amount: cents(20_000) }),
  fc.record({ do: fc.constant('pay'), views: fc.integer({ min: 1, max: 90_000 }) }),
);
type Step = { do: string; amount?: bigint; views?: number };

async function run(
  { do: what, amount, views }: Step,
  id: string,
  clip: TestClip,
  as: Parameters<typeof own>[0],
) {
  const now = clock.now();
  if (what === 'top-up') return await own(as, `${id}/top-up`, { amountMicros: String(amount) });
  if (what === 'pause' || what === 'resume') return await own(as, `${id}/${what}`);
  // Runs in one transaction, like a settlement, so that an insufficient payment is rolled back.
  await transact(t.db, async (tx) => {
    if (what === 'pay') await payViews(tx, clip, views!, now);
    else await reserve(tx, clip, micros(amount!), what as 'into' | 'back', now);
    await pauseExhausted(tx, [id], now);
    await resumeFunded(tx, [id], now);
  });
}

const own = (as: Awaited<ReturnType<typeof testPerson>>, path: string, body?: object) =>
  api.send('POST', `/api/listings/${path}`, { as, ...(body ? { body } : {}) });

/** Returns the sum of everything that was ever moved into the listing, according to the ledger alone. */
async function fundedByLedger(id: string): Promise<bigint> {
  const rows = await t.db
    .selectFrom('ledger_transfers')
    .select('amount_micros')
    .where('credit_kind', '=', 'listing')
    .where('credit_owner_id', '=', id)
    .where('debit_kind', '=', 'host')
    .execute();
  return rows.reduce((sum, row) => sum + row.amount_micros, 0n);
}

async function expectWhole(id: string): Promise<void> {
  const budget = await budgetOf(t.db, id);
  const { paidMicros, reservedMicros, freeMicros, returnedMicros, fundedMicros } = budget;
  expect(paidMicros + reservedMicros + freeMicros + returnedMicros).toBe(fundedMicros);
  expect(fundedMicros).toBe(await fundedByLedger(id));
  expect(freeMicros).toBe(await balanceOf(t.db, listing(id)));
  for (const part of Object.values(budget)) expect(part >= 0n).toBe(true);
}

test('paid + reserved + free + returned = funded, after every step of any sequence', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const host = await testPerson(t.db, 'host');
      await connect(t.db, host);
      await fund(t.db, host.accountId, 1_000);
      const { id } = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body;
      const clip = await clipOn(t.db, id, clock.now(), 'approved');
      for (const one of steps) {
        await run(one, id, clip, host);
        await expectWhole(id);
        const { state } = await t.db
          .selectFrom('listings')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const { freeMicros } = await budgetOf(t.db, id);
        if (freeMicros < 2_000_000n) expect(state).toBe('paused');
      }
      const { reservedMicros, paidMicros } = await budgetOf(t.db, id);
      if (reservedMicros > 0n) await run({ do: 'back', amount: reservedMicros }, id, clip, host);
      await own(host, `${id}/end`);
      await t.db
        .updateTable('clip_earnings')
        .set({ state: 'finished' })
        .where('submission_id', '=', clip.id)
        .execute();
      clock.advance(33 * DAY);
      for (const job of module.jobs!) await job.run(clock.now());
      await expectWhole(id);
      expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(1_000_000_000n - paidMicros);
    }),
    moneyRuns(15),
  );
});
