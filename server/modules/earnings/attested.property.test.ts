import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ATTESTED_MAX } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseFraudHold, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { readReceipt } from './receipt.ts';
import { releaseDue } from './release.ts';
import { reserveAppealed } from './reserve-appealed.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const start = new Date('2026-04-06T08:00:00Z');

const terms = fc.record({
  rateCents: fc.constantFrom(10, 333, 5_000),
  /** The listing's own maximum per clip, below or above the maximum of an attested clip. */
  maximumCents: fc.constantFrom(null, 2_000, 20_000),
  reserves: fc.boolean(),
  isAppealed: fc.boolean(),
});
/** Terms whose maximum the first count exceeds, so that each run tests this. */
const far: Terms = { rateCents: 5_000, maximumCents: 2_000, reserves: false, isAppealed: false };
const step = fc.oneof(
  fc.record({ do: fc.constant('count' as const), views: fc.integer({ min: 0, max: 600_000 }) }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('hold' as const), upheld: fc.boolean() }),
);

test('no sequence of counts, releases, holds and appeals pays or reserves more for an attested clip than its maximum', async () => {
  let isCapped = false;
  await fc.assert(
    fc.asyncProperty(terms, fc.array(step, { minLength: 2, maxLength: 6 }), async (given, steps) => {
      const id = await begin(given);
      let now = start;
      for (const one of [{ do: 'count' as const, views: 600_000 }, ...steps]) {
        now = after(now, DAY);
        if (one.do === 'count') await count(db, id, one.views, now);
        if (one.do === 'release') await releaseDue(db, now);
        if (one.do === 'hold') await holdAndDecide(id, one.upheld, now);
        await settle(db, now);
        const receipt = await readReceipt(db, id);
        const most = given.maximumCents === null ? ATTESTED_MAX : least(centsToMicros(given.maximumCents));
        expect(receipt.maxPayoutMicros).toBe(most);
        const { reserved_micros } = await db
          .selectFrom('clip_earnings')
          .select('reserved_micros')
          .where('submission_id', '=', id)
          .executeTakeFirstOrThrow();
        expect(receipt.earnedMicros + reserved_micros <= most).toBe(true);
        isCapped ||= receipt.earnedMicros === most;
        expect(receipt.recomputation.filter(({ proven }) => proven === false)).toEqual([]);
      }
      expect(await reconcile(db)).toMatchObject({ ok: true });
    }),
    { ...moneyRuns(12, 20_000), examples: [[far, []]] },
  );
  expect(isCapped).toBe(true);
});

const least = (micros: bigint) => (micros < ATTESTED_MAX ? micros : ATTESTED_MAX);

type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** Creates an attested clip, approved or rejected and appealed, on a listing that could pay far more. */
async function begin({ rateCents, maximumCents, reserves, isAppealed }: Terms): Promise<string> {
  const listing = await testListing(db, start, {
    rateCents,
    budgetCents: 10_000_000,
    maxPayoutMicros: maximumCents === null ? null : centsToMicros(maximumCents),
    allocation: reserves && maximumCents !== null ? 'reserved' : 'first_approved',
  });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = { listingId: listing.id, clipperId, approvedAt: isAppealed ? null : after(start, HOUR) };
  const id = await testClip(db, { ...clip, views: 0 });
  await db
    .updateTable('clip_tracking')
    .set({ count_level: 'attested', next_poll_at: null })
    .where('submission_id', '=', id)
    .execute();
  if (isAppealed) {
    await db
      .insertInto('appeals')
      .values({
        id,
        submission_id: id,
        listing_id: listing.id,
        clipper_id: clipperId,
        text: 'It fits.',
        opened_at: start,
        decide_by: after(start, 7 * DAY),
      })
      .execute();
    await transact(db, (tx) => reserveAppealed(tx, id, start));
  }
  return id;
}

async function holdAndDecide(id: string, upheld: boolean, now: Date): Promise<void> {
  const fraudHoldId = await testHold(db, id, now);
  await settle(db, now);
  const decision = { fraudHoldId, adminId: null, note: 'Looked at.', now };
  await transact(db, async (tx) => {
    await (upheld ? upholdFraudHold(tx, decision) : releaseFraudHold(tx, decision));
  });
}
