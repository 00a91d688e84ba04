import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { readReceipt, releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { decideHold, testHold } from '#server/testing/questions.ts';
import { unknownFigures } from '#server/testing/released-analytics.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { appendCountedStretches } from './append-counted-stretches.ts';

let t: TestDatabase;
let clipperId: AccountId;
let adminId: UserId;
beforeAll(async () => {
  t = await testDatabase();
  clipperId = (await testPerson(t.db, 'clipper')).accountId;
  adminId = (await testPerson(t.db, 'admin')).userId;
});
afterAll(() => t.close());

const start = new Date('2026-05-04T08:00:00Z');
const place = fc.nat({ max: 70 });
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('count' as const), views: place, isLate: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('day' as const),
      views: fc.integer({ min: 1, max: 30 }),
      part: fc.nat({ max: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hold' as const), range: fc.option(fc.tuple(place, place)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), isUpheld: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/**
 * Models each view by its position on the counter. The database computes the same result with ranges and
 * products.
 */
interface Model {
  id: string;
  listingId: string;
  now: Date;
  views: number;
  /** The first `eligible` views that are not excluded are verified. */
  eligible: number;
  /** Whether the view at each position counts. Later positions are not known yet. */
  counts: boolean[];
  excluded: Set<number>;
  hold: { id: string; range: [number, number] | null } | null;
  released: number;
  isLate: boolean;
  days: { fromAt: Date; toAt: Date; views: number; part: number }[];
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, at) => at);
const kept = ({ views, excluded }: Model): number[] => upTo(views).filter((at) => !excluded.has(at));
const countingIn = ({ counts }: Model, places: readonly number[]): number =>
  places.filter((at) => counts[at]).length;
const verified = (model: Model): number[] => kept(model).slice(0, model.eligible);
/**
 * Returns the views that are not excluded. All excluded views are subtracted, as counting does, even if the
 * counter fell below them.
 */
const left = ({ views, excluded }: Model): number => Math.max(views - excluded.size, 0);

/**
 * Returns the number of views that may be paid now. A hold blocks the verified views in its range; without a
 * range it blocks all views that were not released.
 */
function payable(model: Model): number {
  const { hold, released } = model;
  if (!hold) return countingIn(model, verified(model));
  if (!hold.range) return Math.min(released, countingIn(model, verified(model)));
  const [from, to] = hold.range;
  const outside = verified(model).filter((at) => at < from || at >= to);
  return countingIn(model, outside);
}

async function begin(): Promise<Model> {
  const { id: listingId } = await testListing(t.db, start, { rules: { counted_views: 'engaged' } });
  const id = await testClip(t.db, { listingId, clipperId, approvedAt: start, views: 0 });
  return {
    id,
    listingId,
    now: start,
    views: 0,
    eligible: 0,
    counts: [],
    excluded: new Set(),
    hold: null,
    released: 0,
    isLate: false,
    days: [],
  };
}

const report = (model: Model) =>
  count(t.db, model.id, model.views, model.now, {
    excluded_views: BigInt(model.excluded.size),
    eligible_views: BigInt(model.eligible),
  });

async function take(model: Model, step: Command): Promise<void> {
  if (step.do === 'count') {
    model.views = step.views;
    if (step.isLate) await endWindow(model);
    // After the window the number of verified views can only fall.
    model.eligible = model.isLate ? Math.min(model.eligible, left(model)) : left(model);
    return await report(model);
  }
  if (step.do === 'day') return await giveDay(model, step);
  if (step.do === 'release') {
    model.now = after(model.now, 2 * DAY);
    await releaseDue(t.db, model.now);
    return;
  }
  if (step.do === 'decide') return await decide(model, step.isUpheld);
  if (model.hold) return;
  const range = step.range && (step.range.toSorted((a, b) => a - b) as [number, number]);
  const id = await testHold(t.db, model.id, model.now, range && { fromViews: range[0], toViews: range[1] });
  model.hold = { id, range };
}

/** Ends the clip's window so long ago that the later recheck is over too. */
async function endWindow(model: Model): Promise<void> {
  if (model.isLate) return;
  model.isLate = true;
  const ended = { tracking_until: after(model.now, -4 * DAY) };
  await t.db.updateTable('submissions').set(ended).where('id', '=', model.id).execute();
}

/**
 * Delivers a day twice, in two processes at once, together with earlier days. The day must be stored once,
 * and known days must not change.
 */
async function giveDay(model: Model, { views, part }: Extract<Command, { do: 'day' }>): Promise<void> {
  const fromAt = model.days.at(-1)?.toAt ?? start;
  const day = { fromAt, toAt: after(fromAt, DAY), views, part: Math.min(part, views) };
  let sum = 0;
  for (let view = 0; view < views; view++) {
    sum += day.part;
    model.counts.push(sum >= views);
    if (sum >= views) sum -= views;
  }
  model.days.push(day);
  const read = model.days.map((one) => ({ ...one, part: one === day ? day.part : one.views }));
  await Promise.all([lay(model, read), lay(model, read.slice(-1)), lay(model, read)]);
}

const lay = ({ id, now }: Model, days: Model['days']) =>
  transact(t.db, async (tx) => {
    await tx
      .selectFrom('clip_tracking')
      .select('views')
      .where('submission_id', '=', id)
      .forUpdate()
      .execute();
    const read = days.map(({ fromAt, toAt, views, part }) => ({
      ...unknownFigures,
      fromAt,
      toAt,
      views,
      engagedViews: part,
    }));
    const terms = { countedViews: 'engaged' as const, countedCountries: [] };
    await appendCountedStretches(tx, { submission_id: id, terms }, read, now);
  });

async function decide(model: Model, isUpheld: boolean): Promise<void> {
  const { hold, id, now } = model;
  if (!hold) return;
  model.hold = null;
  if (!isUpheld) {
    await decideHold(t.db, hold.id, 'released');
    return;
  }
  const [from, to] = hold.range ?? [unreleasedFrom(model), model.views];
  const taken = verified(model).filter((at) => at >= from && at < to);
  for (const at of upTo(model.views)) if (at >= from && at < to) model.excluded.add(at);
  model.eligible = Math.min(model.eligible - taken.length, left(model));
  await transact(t.db, (tx) => upholdFraudHold(tx, { fraudHoldId: hold.id, adminId, note: 'Bought.', now }));
  const found = await t.db
    .selectFrom('clip_tracking')
    .select(['eligible_views', 'excluded_views'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  expect([found.eligible_views, found.excluded_views].map(Number)).toEqual([
    model.eligible,
    model.excluded.size,
  ]);
}

/**
 * Returns the position after the first views that contain as many counting views as were released. Views
 * without figures were never released.
 */
function unreleasedFrom(model: Model): number {
  let left = model.released;
  for (const at of kept(model)) {
    if (left === 0 || at >= model.counts.length) return at;
    if (model.counts[at]) left -= 1;
  }
  return model.views;
}

async function compare(model: Model): Promise<void> {
  const { id, counts, days } = model;
  const { rows } = await sql<{ map: bigint[]; counting: bigint; eligible: bigint }>`
    select (select array_agg(counted_place(${id}, n) order by n) from generate_series(0, ${counts.length + 5}::bigint) n) as map,
      views_that_count(t.by_figures, t.submission_id, t.eligible_views, t.views) as counting, t.eligible_views as eligible
    from clip_tracking t where t.submission_id = ${id}`.execute(t.db);
  const { map, counting, eligible } = rows[0]!;
  const wanted = upTo(counts.length + 6).map((end) => counts.slice(0, end).filter(Boolean).length);
  expect(map.map(Number)).toEqual(wanted);
  expect(wanted.at(-1)).toBe(days.reduce((sum, day) => sum + day.part, 0));
  expect(Number(counting)).toBe(countingIn(model, verified(model)));
  expect(counting <= eligible).toBe(true);
  const receipt = await readReceipt(t.db, id);
  expect(receipt.recomputation.filter(({ proven }) => proven === false)).toEqual([]);
  expect(receipt.byFigures!.countingViews).toBe(payable(model));
  expect(receipt.paidViews).toBe(Math.max(payable(model), model.released));
}

test('each view counts as its day says, whatever is counted, held, excluded or released meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 14 }), async (steps) => {
      const model = await begin();
      for (const step of steps) {
        model.now = after(model.now, HOUR);
        const before = { counting: countingIn(model, verified(model)), excluded: new Set(model.excluded) };
        await take(model, step);
        await settle(t.db, model.now, { listingId: model.listingId });
        const { rows } = await sql<{ views: bigint }>`
          select coalesce(sum(views_to - views_from), 0)::bigint as views from accruals
          where submission_id = ${model.id} and state = 'released'`.execute(t.db);
        model.released = Number(rows[0]!.views);
        await compare(model);
        const counting = countingIn(model, verified(model));
        if (step.do === 'day') expect(counting).toBeGreaterThanOrEqual(before.counting);
        if (step.do === 'decide') {
          const gone = [...model.excluded].filter((at) => !before.excluded.has(at));
          expect(counting).toBeGreaterThanOrEqual(before.counting - countingIn(model, gone));
        }
      }
      expect((await reconcile(t.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
    }),
    moneyRuns(15, 20_000),
  );
});
