import { afterAll, expect, test } from 'vitest';
import { after, HOUR } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperPending,
  listing,
  lock,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const clipper = async () => (await testPerson(db, 'clipper')).accountId;

/** Runs `work` in a transaction that keeps its locks until the returned function is called. */
async function holding(work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute();
  await work(tx);
  return async () => {
    await tx.commit().execute();
  };
}

test('a settlement does not reverse an accrual that is released meanwhile, however far its clip fell', async () => {
  const { id: listingId } = await testListing(db, start);
  const { id: otherListing } = await testListing(db, start);
  const [first, second] = [await clipper(), await clipper()];
  const falling = await testClip(db, { listingId, clipperId: first, approvedAt: start, views: 2_000 });
  const leaving = await testClip(db, { listingId, clipperId: second, approvedAt: start, views: 2_000 });
  await settle(db, start);
  // This money is pending longer than the others, so a wrong reversal would take it.
  await testClip(db, { listingId: otherListing, clipperId: second, approvedAt: start, views: 2_000 });
  await settle(db, at(12));

  await count(db, falling, 1_500, at(24));
  const freeListing = await holding((tx) => lock(tx, [listing(listingId)]));
  const settling = settle(db, at(24), { listingId });
  await untilWaiting(t.owner, 1);
  await count(db, leaving, 500, at(24));
  const freeStep = await holding((tx) =>
    tx.selectFrom('accruals').selectAll().where('submission_id', '=', leaving).forUpdate().execute(),
  );
  const releasing = releaseDue(db, at(24), { clipperIds: [second] });
  await untilWaiting(t.owner, 2);
  await freeListing();
  await Promise.race([settling, untilWaiting(t.owner, 2)]);
  await freeStep();
  await Promise.all([settling, releasing]);

  expect(await reconcile(db)).toMatchObject({ ok: true });
  expect(await balanceOf(db, clipperAvailable(second))).toBe(4_000_000n);
  expect(await balanceOf(db, clipperPending(second))).toBe(4_000_000n);
  expect(await balanceOf(db, clipperPending(first))).toBe(3_000_000n);
});

test('the next settlement reverses a clip that fell while a settlement waited', async () => {
  const { id: listingId } = await testListing(db, start);
  const [first, second] = [await clipper(), await clipper()];
  const one = await testClip(db, { listingId, clipperId: first, approvedAt: start, views: 2_000 });
  const two = await testClip(db, { listingId, clipperId: second, approvedAt: start, views: 2_000 });
  await settle(db, start);
  await count(db, one, 1_500, at(1));
  const freeListing = await holding((tx) => lock(tx, [listing(listingId)]));
  const settling = settle(db, at(1), { listingId });
  await untilWaiting(t.owner, 1);
  await count(db, two, 500, at(1));
  await freeListing();
  await settling;
  await settle(db, at(1), { listingId });
  expect(await balanceOf(db, clipperPending(second))).toBe(1_000_000n);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('concurrent settlements, releases, falls and holds keep every invariant and block nobody', async () => {
  const listings = [await testListing(db, start), await testListing(db, start)];
  const people = [await clipper(), await clipper(), await clipper()];
  const clips: string[] = [];
  for (const [i, clipperId] of [...people, ...people.toReversed()].entries()) {
    const listingId = listings[i % 2]!.id;
    clips.push(await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 }));
  }
  for (let round = 0; round < 6; round++) {
    const now = at(100 + round * 24);
    await Promise.all([
      ...listings.map(({ id: listingId }) => settle(db, now, { listingId })),
      settle(db, now),
      releaseDue(db, now),
      releaseDue(db, now, { clipperIds: people }),
      ...clips.map((clip, i) => count(db, clip, 1_000 + ((i * 7 + round * 5) % 11) * 300, now)),
      ...(round === 2 ? [testHold(db, clips[1]!, now, { fromViews: 500, toViews: 1_500 })] : []),
    ]);
    expect(await reconcile(db)).toMatchObject({ ok: true });
  }
});
