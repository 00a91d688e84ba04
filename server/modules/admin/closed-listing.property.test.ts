import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, host as hostAccount, listing, reconcile } from '#server/modules/ledger/ledger.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { moneyRuns } from '#server/testing/runs.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-04-06T08:00:00Z') });
const modules = testModules(db, clock, ['listings', 'fraud-holds', 'counting', 'appeals', 'admin']);
const [listings, , _counting] = modules;
const api = await testApi(db, clock, modules);
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});

const which = fc.nat({ max: 2 });
const views = fc.integer({ min: 0, max: 12_000 });
const just = <T extends string>(what: T) => fc.record({ do: fc.constant(what) });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('count' as const), clip: which, views }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hold' as const), clip: which, to: fc.option(views) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('uphold' as const), clip: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), clip: which }) },
  { weight: 2, arbitrary: just('settle') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 9, 40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('finish' as const), clip: which }) },
  { weight: 1, arbitrary: just('end') },
  { weight: 1, arbitrary: just('remove') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const terms = fc.record({
  budgetCents: fc.integer({ min: 1_000, max: 6_000 }),
  allocation: fc.constantFrom('first_approved' as const, 'reserved' as const),
});

interface World {
  listing: TestListing;
  host: Actor;
  clips: string[];
}

async function begin({
  budgetCents,
  allocation,
}: {
  budgetCents: number;
  allocation: 'first_approved' | 'reserved';
}) {
  const made = await testListing(db, clock.now(), {
    budgetCents,
    allocation,
    maxPayoutMicros: allocation === 'reserved' ? centsToMicros(1_500) : null,
  });
  const clips: string[] = [];
  for (let index = 0; index < 3; index++) {
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    const clip = { listingId: made.id, clipperId, approvedAt: clock.now(), views: 2_000 };
    clips.push(await testClip(db, clip));
  }
  const host: Actor = { ...(await testPerson(db, 'host')), accountId: made.hostId };
  return { listing: made, host, clips };
}

/** The earnings job of a separate server process, which has settled no listing yet. */
const earningsOf = () => testModules(db, clock, ['earnings'])[0].jobs![0]!;
const stateOf = async (id: string) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const openFraudHold = (clip: string) =>
  db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip)
    .where('state', 'in', ['open', 'escalated'])
    .executeTakeFirst();

async function decideHold(clip: string, what: 'uphold' | 'release'): Promise<void> {
  const hold = await openFraudHold(clip);
  if (!hold) return;
  const body = { note: 'Looked at it' };
  expect(
    (await api.send('POST', `/api/admin/fraud-holds/${hold.id}/${what}`, { as: admin, body })).status,
  ).toBe(200);
}

const trackingOf = (clip: string) =>
  db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', clip).executeTakeFirstOrThrow();

/** Opens a hold, but only while the clip is counted, as counting does. */
async function hold(clip: string, to: number | null): Promise<void> {
  if ((await trackingOf(clip)).state !== 'polling' || (await openFraudHold(clip))) return;
  await testHold(db, clip, clock.now(), to === null ? null : { fromViews: 500, toViews: 500 + to });
}

async function finish(clip: string): Promise<void> {
  const over = { state: 'finished' as const, next_poll_at: null };
  await db
    .updateTable('clip_tracking')
    .set(over)
    .where('submission_id', '=', clip)
    .where('state', '=', 'polling')
    .execute();
}

async function take(world: World, next: Step): Promise<void> {
  const clip = 'clip' in next ? world.clips[next.clip]! : '';
  const { id } = world.listing;
  if (next.do === 'hold') return await hold(clip, next.to);
  if (next.do === 'uphold' || next.do === 'release') return await decideHold(clip, next.do);
  if (next.do === 'finish') return await finish(clip);
  if (next.do === 'settle') return void (await settle(db, clock.now()));
  if (next.do === 'wait') return void clock.advance(next.days * DAY);
  if (next.do === 'end') return void (await api.send('POST', `/api/listings/${id}/end`, { as: world.host }));
  if (next.do === 'count') {
    // A count that was under way when counting stopped can still lower the views.
    const before = await trackingOf(clip);
    const counted = before.state === 'polling' ? next.views : Math.min(next.views, Number(before.views));
    return await count(db, clip, counted, clock.now());
  }
  const body = { reason: 'Not allowed', paymentFraud: false };
  await api.send('POST', `/api/admin/listings/${id}/remove`, { as: admin, body });
}

async function expectWhole({ listing: { id } }: World): Promise<void> {
  const { fundedMicros, paidMicros, reservedMicros, freeMicros, returnedMicros } = await budgetOf(db, id);
  expect(paidMicros + reservedMicros + freeMicros + returnedMicros).toBe(fundedMicros);
}

async function runDue(): Promise<void> {
  const jobs = [...listings.jobs!, earningsOf(), earningsOf()];
  for (let round = 0; round < 4; round++) {
    for (const job of jobs) await job.run(clock.now());
  }
}

test('a closed listing with nothing open has returned all unpaid money, whatever the order of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(step, { minLength: 2, maxLength: 9 }),
      fc.constantFrom('end' as const, 'remove' as const),
      async (given, steps, close) => {
        const world = await begin(given);
        const work = earningsOf();
        for (const next of [...steps, { do: close }]) {
          clock.advance(HOUR);
          await Promise.all([take(world, next), work.run(clock.now())]);
          await expectWhole(world);
        }
        for (const clip of world.clips) {
          await decideHold(clip, 'uphold');
          await finish(clip);
        }
        clock.advance(40 * DAY);
        await runDue();
        // Releases the last earnings.
        clock.advance(2 * DAY);
        await runDue();
        await expectWhole(world);
        const { paidMicros, fundedMicros, returnedMicros } = await budgetOf(db, world.listing.id);
        expect(['settled', 'removed']).toContain(await stateOf(world.listing.id));
        expect(await balanceOf(db, listing(world.listing.id))).toBe(0n);
        expect(returnedMicros).toBe(fundedMicros - paidMicros);
        expect(await balanceOf(db, hostAccount(world.listing.hostId))).toBe(returnedMicros);
        expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
      },
    ),
    moneyRuns(15, 20_000),
  );
});
