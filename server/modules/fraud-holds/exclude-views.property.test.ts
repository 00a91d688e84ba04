import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { storeCounts } from '#server/modules/tracking/tracking.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { openFraudHold, releaseFraudHold, upholdFraudHold } from './decide.ts';
import { reopenHold } from './reopen-hold.ts';

let database: TestDatabase;
let world: ClipWorld;
let id: string;
let adminId: UserId;
let now: Date;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  ({ id } = await world.submitClip());
  adminId = (await testPerson(world.db, 'admin')).userId;
  now = world.clock.now();
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const place = fc.nat({ max: 60 });
const exclude = fc.record({ do: fc.constant('exclude' as const), range: fc.tuple(place, place) });
const appeal = fc.record({ do: fc.constant('appeal' as const), which: fc.nat(), isRight: fc.boolean() });
const count = fc.record({ do: fc.constant('count' as const), views: fc.nat({ max: 90 }) });
const decided = fc.oneof({ weight: 3, arbitrary: exclude }, appeal);
type Step = typeof decided | typeof count extends fc.Arbitrary<infer S> ? S : never;

/** Starts a new clip whose window is open for another day. */
async function begin(): Promise<void> {
  now = after(now, 4 * DAY);
  await world.db.deleteFrom('fraud_holds').where('submission_id', '=', id).execute();
  const none = { views: 0n, eligible_views: 0n, excluded_views: 0n, last_fetched_at: null };
  await world.db.updateTable('clip_tracking').set(none).where('submission_id', '=', id).execute();
  await window(after(now, DAY));
}

const window = (tracking_until: Date) =>
  world.db.updateTable('submissions').set({ tracking_until }).where('id', '=', id).execute();

const upheld = () =>
  world.db
    .selectFrom('fraud_holds')
    .select(['id', 'from_views', 'to_views'])
    .where('submission_id', '=', id)
    .where('state', '=', 'upheld')
    .orderBy('id')
    .execute();

async function take(step: Step): Promise<void> {
  now = after(now, HOUR);
  if (step.do === 'count') {
    const read = { views: step.views, likes: null, comments: null, shares: null };
    const reading = { ...read, source: 'simulator', countingRule: 'r' };
    await transact(world.db, (tx) => storeCounts(tx, new Map([[id, reading]]), now));
    return;
  }
  if (step.do === 'exclude') {
    const [fromViews, toViews] = step.range;
    const contestedRange = { fromViews, toViews };
    const decision = { score: 80, band: 'hold' as const, summary: 'Held.', contributions: [] };
    const score = { ...decision, contestedRange, evaluatedSnapshots: 9 };
    await transact(world.db, (tx) => openFraudHold(tx, { submissionId: id, score, views: 0n, now }));
    return await decide(true);
  }
  const holds = await upheld();
  const hold = holds[step.which % holds.length];
  if (!hold) return;
  await transact(world.db, (tx) => reopenHold(tx, { fraudHoldId: hold.id, decideBy: after(now, DAY), now }));
  await decide(!step.isRight);
}

async function decide(isBought: boolean): Promise<void> {
  const { id: fraudHoldId } = await world.db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const decision = { fraudHoldId, adminId, note: 'Looked at it.', now };
  await transact(world.db, async (tx) => {
    await (isBought ? upholdFraudHold(tx, decision) : releaseFraudHold(tx, decision));
  });
}

/** Counts, without the code under test, the views up to `end` that no valid decision excludes. */
async function payableUpTo(end: number): Promise<bigint> {
  const ranges = await upheld();
  const views = Array.from({ length: end }, (_, view) => BigInt(view));
  const isExcluded = (view: bigint) =>
    ranges.some(({ from_views, to_views }) => view >= from_views && view < to_views!);
  return BigInt(views.filter((view) => !isExcluded(view)).length);
}

test('excluded views are never paid, whatever is counted later, and a successful appeal restores exactly them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(decided, place), { maxLength: 6 }),
      fc.integer({ min: 10, max: 60 }),
      fc.array(fc.oneof(decided, count), { minLength: 1, maxLength: 8 }),
      async (growing, final, later) => {
        await begin();
        let views = 0;
        for (const step of growing) {
          if (typeof step === 'number') views = Math.max(views, Math.min(step, final));
          await take(typeof step === 'number' ? { do: 'count', views } : step);
        }
        await window(after(now, HOUR));
        await take({ do: 'count', views: final });
        let [highest, fell] = [final, false];
        for (const step of later) {
          await take(step);
          // Nobody knows which views a platform removed, so after a fall there may be fewer views, never
          // more.
          fell ||= step.do === 'count' && step.views < highest;
          if (step.do === 'count') highest = Math.max(highest, step.views);
          const { eligible_views } = await world.db
            .selectFrom('clip_tracking')
            .select('eligible_views')
            .where('submission_id', '=', id)
            .executeTakeFirstOrThrow();
          const most = await payableUpTo(final);
          if (fell) expect(eligible_views <= most).toBe(true);
          else expect(eligible_views).toBe(most);
        }
      },
    ),
    moneyRuns(40, 20_000),
  );
});
