import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros, micros } from '#contract/money.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { balanceOf, listing as listingAccount, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { addFigures, count, fund, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { decideHold, testDispute, testHold } from '#server/testing/questions.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import {
  type ModelClip,
  type ModelListing,
  newIn,
  releasedOf,
  settleModel,
  verified,
} from '#server/testing/settlement-model.ts';
import {
  counts,
  type Step,
  settlementExamples,
  step,
  type Terms,
  terms,
} from '#server/testing/settlement-steps.ts';
import { readReceipt } from './receipt.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const MAXIMUM_CENTS = 1_000;
const start = new Date('2026-04-06T08:00:00Z');
interface World {
  terms: Terms;
  listing: TestListing;
  model: ModelListing;
  ids: string[];
  holds: (string | null)[];
  /** The open dispute about a payment of the host. */
  dispute: Awaited<ReturnType<typeof testDispute>> | null;
  people: AccountId[];
  now: Date;
}

async function begin(given: Terms): Promise<World> {
  const listing = await testListing(db, start, {
    ...given,
    maxPayoutMicros: given.policy === 'first_approved' ? null : centsToMicros(MAXIMUM_CENTS),
    allocation: given.policy === 'reserved' ? 'reserved' : 'first_approved',
    rules: { counted_views: given.byFigures ? 'engaged' : 'all' },
  });
  const people = [(await testPerson(db, 'clipper')).accountId, (await testPerson(db, 'clipper')).accountId];
  const model = {
    rate: BigInt(given.rateCents) * 10n,
    free: centsToMicros(given.budgetCents),
    clips: [],
    isFrozen: false,
  };
  return { terms: given, listing, model, ids: [], holds: [], dispute: null, people, now: start };
}

async function approve(world: World): Promise<void> {
  const order = world.ids.length;
  world.now = after(world.now, HOUR);
  const id = await testClip(db, {
    listingId: world.listing.id,
    clipperId: world.people[order % 2]!,
    approvedAt: world.now,
    views: 0,
  });
  const maximum = centsToMicros(MAXIMUM_CENTS);
  world.ids.push(id);
  world.holds.push(null);
  world.model.clips.push({
    order,
    min: BigInt(world.terms.minViews),
    cap: world.terms.policy === 'first_approved' ? null : maximum / world.model.rate,
    views: 0n,
    excluded: new Set(),
    ...(world.terms.byFigures && { figures: [] }),
    hold: null,
    paid: 0n,
    released: 0n,
    reserved: 0n,
    reserves: world.terms.policy === 'reserved',
    isOver: false,
    isFinished: false,
  });
}

async function hold(world: World, index: number, range: [number, number] | null): Promise<void> {
  const clip = world.model.clips[index]!;
  if (clip.hold !== null || clip.isFinished) return;
  const [fromViews, toViews] = range ? range.toSorted((a, b) => a - b) : [0, 0];
  world.holds[index] = await testHold(
    db,
    world.ids[index]!,
    world.now,
    range && { fromViews: fromViews!, toViews: toViews! },
  );
  clip.hold = range ? { from: BigInt(fromViews!), to: BigInt(toViews!) } : 'all';
}

/** Decides on a clip's hold. Upholding excludes the contested views, as verification does. */
async function decide(world: World, index: number, upheld: boolean): Promise<void> {
  const clip = world.model.clips[index]!;
  const { hold: contested } = clip;
  if (contested === null) return;
  let decided = {};
  if (upheld) {
    const { from, to } = contested === 'all' ? notReleased(clip) : contested;
    for (const place of newIn(clip, from, to)) clip.excluded.add(place);
    decided = { from_views: from, to_views: to < clip.views ? to : clip.views };
  }
  clip.hold = null;
  await decideHold(db, world.holds[index]!, upheld ? 'upheld' : 'released', decided);
  await reportCounts(world, clip, index);
}

/** Returns the range after the released views. The range may contain views that are already excluded. */
function notReleased(clip: ModelClip): { from: bigint; to: bigint } {
  const places = newIn(clip, 0n, clip.views);
  const first = places[releasedOf(clip, places)];
  return { from: first === undefined ? clip.views : BigInt(first), to: clip.views };
}

const reportCounts = (world: World, clip: ModelClip, index: number) =>
  count(db, world.ids[index]!, Number(clip.views), world.now, {
    excluded_views: BigInt(clip.excluded.size),
    eligible_views: verified(clip),
    ...(clip.isOver && { state: 'finished' as const, next_poll_at: null }),
  });

async function take(world: World, step: Step): Promise<void> {
  if (step.do === 'fund') {
    world.model.free += centsToMicros(step.cents);
    return await fund(db, world.listing, centsToMicros(step.cents), world.now);
  }
  if (step.do === 'release') {
    world.now = after(world.now, DAY);
    await releaseDue(db, world.now);
    if (world.model.isFrozen) return;
    for (const clip of world.model.clips) if (clip.hold !== 'all') clip.released = clip.paid;
    return;
  }
  if (step.do === 'bank') return await ask(world);
  if (step.do === 'count') return await countAll(world, step.views);
  const clip = world.model.clips[step.clip];
  if (!clip) return;
  if (step.do === 'figures') return await giveDay(world, step);
  if (step.do === 'hold') return await hold(world, step.clip, step.range);
  if (step.do === 'decide') return await decide(world, step.clip, step.upheld);
  clip.isOver = true;
  await reportCounts(world, clip, step.clip);
}

/** Delivers another day of a clip's figures. */
async function giveDay(
  world: World,
  { clip, views: length, part }: Extract<Step, { do: 'figures' }>,
): Promise<void> {
  const day = { views: length, part: Math.min(part, length) };
  const { figures } = world.model.clips[clip]!;
  if (!figures) return;
  figures.push(day);
  await addFigures(db, world.ids[clip]!, day, world.now);
}

/** Opens a dispute about a payment of the host, or ends it. */
async function ask(world: World): Promise<void> {
  world.model.isFrozen = world.dispute === null;
  if (world.dispute) await world.dispute.end('confirmed');
  world.dispute = world.dispute ? null : await testDispute(db, world.listing.hostId, world.now);
}

async function countAll(world: World, counted: number[]): Promise<void> {
  for (const [index, clip] of world.model.clips.entries()) {
    if (clip.isOver) continue;
    clip.views = BigInt(counted[index]!);
    await reportCounts(world, clip, index);
  }
}

async function compare(world: World): Promise<void> {
  const rows = await db
    .selectFrom('clip_earnings')
    .select(['submission_id', 'paid_views', 'reserved_micros', 'budget_spent_at'])
    .where('listing_id', '=', world.listing.id)
    .execute();
  const found = world.ids.map((id) => rows.find((row) => row.submission_id === id));
  expect(found.map((row) => [row?.paid_views, row?.reserved_micros, row?.budget_spent_at != null])).toEqual(
    world.model.clips.map((clip) => [clip.paid, clip.reserved, clip.isSpent ?? false]),
  );
  expect(await balanceOf(db, listingAccount(world.listing.id))).toBe(micros(world.model.free));
  for (const id of world.ids) {
    const { recomputation } = await readReceipt(db, id);
    expect(recomputation.filter(({ proven }) => proven === false)).toEqual([]);
  }
}

/**
 * Settles with two concurrent runs, which must have the effect of one. Settles again until nothing is due,
 * because the next run may pay money that one run returned to the listing.
 */
async function settleBoth({ listing, model, now }: World): Promise<void> {
  const run = () => settle(db, now, { listingId: listing.id });
  await Promise.all([run(), run()]);
  for (let rounds = 0; (await run()).listingIds.length > 0; rounds++) expect(rounds).toBeLessThan(4);
  for (let before = ''; before !== print(model); ) {
    before = print(model);
    settleModel(model, centsToMicros(MAXIMUM_CENTS));
  }
}

const print = (model: ModelListing): string =>
  JSON.stringify(model, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));

test('settlement agrees with plain arithmetic and keeps every invariant, whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      counts,
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (given, first, steps) => {
        const world = await begin(given);
        for (let clip = 0; clip < given.clips; clip++) await approve(world);
        for (const next of [{ do: 'count' as const, views: first }, ...steps]) {
          world.now = after(world.now, HOUR);
          await take(world, next);
          await settleBoth(world);
          await compare(world);
        }
        expect(await reconcile(db)).toMatchObject({ ok: true });
      },
    ),
    {
      ...moneyRuns(25, 20_000),
      examples: settlementExamples,
    },
  );
});
