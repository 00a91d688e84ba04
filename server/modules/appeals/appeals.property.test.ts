import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { releaseDue } from '#server/modules/earnings/earnings.ts';
import { balanceOf, listing as listingAccount, reconcile } from '#server/modules/ledger/ledger.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { moneyRuns } from '#server/testing/runs.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-04-06T08:00:00Z') });
const world = await appealWorld(db, clock);
const { api } = world;
afterAll(async () => {
  await api.close();
  await t.close();
});

const which = fc.nat({ max: 3 });
const views = fc.integer({ min: 1, max: 12_000 });
const on = <T extends string>(what: T) => fc.record({ do: fc.constant(what), clip: which });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('count' as const), clip: which, views }) },
  { weight: 3, arbitrary: on('hold') },
  { weight: 3, arbitrary: on('uphold') },
  { weight: 5, arbitrary: on('appeal') },
  { weight: 3, arbitrary: on('overturn') },
  { weight: 3, arbitrary: on('dismiss') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fraud' as const), clip: which, to: fc.option(views) }),
  },
  { weight: 2, arbitrary: on('finish') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 2, 8) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Creates two approved and two rejected clips of two clippers. */
async function begin(budgetCents: number) {
  const made = await testListing(db, clock.now(), { budgetCents });
  const people = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')] as const;
  const clips: { id: string; owner: (typeof people)[number] }[] = [];
  for (const owner of people) {
    const clip = { listingId: made.id, clipperId: owner.accountId, approvedAt: clock.now(), views: 2_000 };
    clips.push({ id: await testClip(db, clip), owner });
    clips.push({ id: await world.rejected(made, owner.accountId, 3_000), owner });
  }
  return { made, clips };
}
type World = Awaited<ReturnType<typeof begin>>;

const trackingOf = (clip: string) =>
  db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', clip).executeTakeFirstOrThrow();
const openFraudHold = (clip: string) =>
  db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip)
    .where('state', 'in', ['open', 'escalated'])
    .executeTakeFirst();

async function take({ made, clips }: World, next: Step): Promise<void> {
  if (next.do === 'wait') return void clock.advance(next.days * DAY);
  const as = world.admin;
  if (next.do === 'end') {
    const host = { ...(await testPerson(db, 'host')), accountId: made.hostId };
    return void (await api.send('POST', `/api/listings/${made.id}/end`, { as: host }));
  }
  if (next.do === 'remove') {
    const body = { reason: 'Not allowed', paymentFraud: false };
    return void (await api.send('POST', `/api/admin/listings/${made.id}/remove`, { as, body }));
  }
  const { id, owner } = clips[next.clip]!;
  if (next.do === 'count') {
    const before = await trackingOf(id);
    if (before.state === 'polling') await count(db, id, next.views, clock.now());
  } else if (next.do === 'hold') {
    const before = await trackingOf(id);
    if (before.state === 'polling' && !(await openFraudHold(id)))
      await testHold(db, id, clock.now(), { fromViews: 500, toViews: 2_500 });
  } else if (next.do === 'uphold') {
    const hold = await openFraudHold(id);
    const body = { note: 'Looked at it.' };
    if (hold) await api.send('POST', `/api/admin/fraud-holds/${hold.id}/uphold`, { as, body });
  } else if (next.do === 'appeal') await world.file(id, owner);
  else if (next.do === 'finish') await finish(id);
  else if (next.do === 'fraud') {
    const body = { fromViews: 0, toViews: next.to, note: 'Bought.' };
    await api.send('POST', `/api/admin/submissions/${id}/uphold-fraud`, { as, body });
  } else await decideLive(id, next.do);
}

async function finish(clip: string): Promise<void> {
  await db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', clip)
    .where('state', '=', 'polling')
    .execute();
}

async function decideLive(clip: string, what: 'overturn' | 'dismiss'): Promise<void> {
  const live = await db
    .selectFrom('appeals')
    .select('id')
    .where('submission_id', '=', clip)
    .where('state', 'in', ['open', 'escalated'])
    .executeTakeFirst();
  if (live) expect((await world.decide(clip, what)).status).toBe(200);
}

async function expectWhole({ made }: World): Promise<void> {
  const { fundedMicros, paidMicros, reservedMicros, freeMicros, returnedMicros } = await budgetOf(
    db,
    made.id,
  );
  expect(paidMicros + reservedMicros + freeMicros + returnedMicros).toBe(fundedMicros);
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
}

/** Decides everything that is open, so that the listing can settle. */
async function conclude(given: World): Promise<void> {
  await take(given, { do: 'end' });
  for (const { id } of given.clips) {
    await decideLive(id, 'dismiss');
    await take(given, { do: 'uphold', clip: given.clips.findIndex((clip) => clip.id === id) });
    await finish(id);
  }
  clock.advance(45 * DAY);
  await world.runDue(4);
  // The last payment is released a day later, and only then are the clips and the listing finished.
  clock.advance(2 * DAY);
  await releaseDue(db, clock.now());
  await world.runDue(4);
}

test('loses no cent and leaves nothing open, whatever the order of appeals, overturns, dismissals and reversals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1_000, max: 6_000 }),
      fc.array(step, { minLength: 3, maxLength: 9 }),
      async (budgetCents, steps) => {
        const given = await begin(budgetCents);
        for (const next of steps) {
          clock.advance(HOUR);
          await Promise.all([take(given, next), world.runDue(1)]);
          await world.runDue(1);
          await expectWhole(given);
        }
        await conclude(given);
        await expectWhole(given);
        expect(await balanceOf(db, listingAccount(given.made.id))).toBe(0n);
        const row = await db
          .selectFrom('listings')
          .select('state')
          .where('id', '=', given.made.id)
          .executeTakeFirst();
        expect(['settled', 'removed']).toContain(row?.state);
      },
    ),
    moneyRuns(12, 20_000),
  );
});
