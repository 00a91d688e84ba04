import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { limitUnproven, payableClipper, releasedClip } from '#server/testing/unproven.ts';
import { leavesWait, proveViews } from './prove-views.ts';
import { waitingOfAll } from './waiting.ts';
import { withdraw } from './withdraw.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());
const clock = new MovableClock({ frozenAt: new Date('2026-03-04T10:00:00Z') });
const LIMIT = centsToMicros(2_500);
await limitUnproven(db, LIMIT);
const adminId = (await testPerson(db, 'admin')).userId;

const clipOf = fc.record({
  owner: fc.integer({ min: 0, max: 1 }),
  views: fc.integer({ min: 3_000, max: 30_000 }),
  provenPercent: fc.integer({ min: 0, max: 100 }),
  unseenPercent: fc.constantFrom(0, 0, 40),
});
const world = fc.record({
  isCohort: fc.boolean(),
  clips: fc.array(clipOf, { minLength: 2, maxLength: 5 }),
  chosen: fc.nat(),
  upToPercent: fc.integer({ min: 10, max: 100 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

async function build({ isCohort, clips }: World) {
  clock.advance(HOUR);
  const now = clock.now();
  const people = [(await payableClipper(db, now)).accountId, (await payableClipper(db, now)).accountId];
  if (isCohort) {
    const cohort = { id: newId(), state: 'open' as const, found_at: now, changed_at: now };
    await db.insertInto('cohorts').values(cohort).execute();
    const members = people.map((clipper_id) => ({ cohort_id: cohort.id, clipper_id, joined_at: now }));
    await db.insertInto('cohort_members').values(members).execute();
  }
  const ids: string[] = [];
  for (const { owner, views, provenPercent, unseenPercent } of clips) {
    const part = (percent: number) => BigInt(Math.floor((views * percent) / 100));
    const columns = { proven_views: part(provenPercent), unseen_views: part(unseenPercent) };
    ids.push(await releasedClip(db, { clipperId: people[owner]!, views, now }, columns));
  }
  return { people, ids, now };
}

const waitsOf = async (people: AccountId[], now: Date) =>
  new Map((await waitingOfAll(db, people, now)).map((one) => [one.clipperId, one.unprovenMicros]));

/** Money for unproven views that payouts took from these people. */
async function exposedOf(people: AccountId[]): Promise<bigint> {
  const clips = await db
    .selectFrom('clip_earnings as e')
    .innerJoin('clip_tracking as t', 't.submission_id', 'e.submission_id')
    .select(['e.submission_id', 'e.paid_views', 'e.rate_micros_per_view', 't.proven_views'])
    .select(
      sql<bigint>`(select coalesce(sum(a.available_micros), 0)::bigint from accruals a
        where a.submission_id = e.submission_id)`.as('left'),
    )
    .where('e.clipper_id', 'in', people)
    .execute();
  return clips.reduce((sum, clip) => {
    const unproven = (clip.paid_views - clip.proven_views) * clip.rate_micros_per_view;
    const exposed = unproven - clip.left;
    return sum + (exposed > 0n ? exposed : 0n);
  }, 0n);
}

test('the sum beside a proof no longer waits afterwards, for any clips, limits and cohorts', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { people, ids, now } = await build(given);
      const at = given.chosen % ids.length;
      const submissionId = ids[at]!;
      const upTo = BigInt(Math.ceil((given.clips[at]!.views * given.upToPercent) / 100));
      const clipperId = people[given.clips[at]!.owner]!;
      const before = await waitsOf(people, now);
      const shown = await leavesWait(db, clipperId, { submissionId, upTo }, now);
      await transact(db, (tx) => proveViews(tx, { submissionId, upTo, note: 'Fits.', adminId, now }));
      const after = await waitsOf(people, now);
      for (const id of people) {
        const left = (before.get(id) ?? 0n) - (after.get(id) ?? 0n);
        expect(shown.find(({ accountId }) => accountId === id)?.amountMicros ?? 0n).toBe(left);
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);

test('people are paid at most the limit for unproven views while views are proven and payouts start at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { people, ids, now } = await build(given);
      const submissionId = ids[given.chosen % ids.length]!;
      const acts = [
        ...people.map(
          (clipperId) => () =>
            transact(db, async (tx) => {
              const outcome = await withdraw(tx, {
                clipperId,
                userId: personOf(clipperId),
                asked: undefined,
                now,
              });
              return isRefusal(outcome) ? null : outcome;
            }),
        ),
        () =>
          transact(db, (tx) =>
            proveViews(tx, { submissionId, upTo: 1_000_000n, note: 'Fits.', adminId, now }),
          ),
      ];
      await Promise.all([...acts, ...acts].map((act) => act()));
      const groups = given.isCohort ? [people] : people.map((one) => [one]);
      for (const group of groups) expect(await exposedOf(group)).toBeLessThanOrEqual(LIMIT);
    }),
    { numRuns: 15 },
  );
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
}, 60_000);
