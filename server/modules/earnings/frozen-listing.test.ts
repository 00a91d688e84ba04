import { afterAll, expect, test } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperPending,
  clipReserved,
  listing,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testDispute } from '#server/testing/questions.ts';
import { clipperOverview, pendingRows } from './queries.ts';
import { readReceipt } from './receipt.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

/** Creates a clip with $2.00 released, $1.00 pending and 3,000 counted views, at $1.00 per 1,000. */
async function earningClip() {
  const given = await testListing(db, start, { rateCents: 100, budgetCents: 1_000 });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId: given.id, clipperId, approvedAt: start, views: 2_000 });
  await settle(db, start);
  await releaseDue(db, at(24));
  await count(db, clip, 3_000, at(25));
  await settle(db, at(25));
  const money = () =>
    Promise.all(
      [clipperAvailable(clipperId), clipperPending(clipperId), clipReserved(clip), listing(given.id)].map(
        (account) => balanceOf(db, account),
      ),
    );
  return { given, clipperId, clip, money };
}

test('while a bank questions the host’s payment, released money stays and everything else waits in the reserve', async () => {
  const { given, clipperId, clip, money } = await earningClip();
  expect(await money()).toEqual([2_000_000n, 1_000_000n, 0n, 7_000_000n]);
  const dispute = await testDispute(db, given.hostId, at(26));
  await count(db, clip, 5_000, at(27));
  await settle(db, at(27));
  expect(await money()).toEqual([2_000_000n, 0n, 3_000_000n, 5_000_000n]);
  expect((await clipperOverview(db, clipperId, at(27))).figures).toMatchObject({
    availableMicros: 2_000_000n,
    pendingMicros: 0n,
    contestedMicros: 3_000_000n,
  });
  expect(await readReceipt(db, clip)).toMatchObject({ contestedMicros: 3_000_000n, isFrozen: true });

  await dispute.end('confirmed');
  await settle(db, at(28));
  expect(await money()).toEqual([2_000_000n, 3_000_000n, 0n, 5_000_000n]);
  await releaseDue(db, at(52));
  expect(await money()).toEqual([5_000_000n, 0n, 0n, 5_000_000n]);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('does not release pending money while the dispute is open, even if it is due before the next settlement', async () => {
  const { given, clipperId, money } = await earningClip();
  await testDispute(db, given.hostId, at(30));
  await releaseDue(db, at(60));
  expect(await money()).toEqual([2_000_000n, 1_000_000n, 0n, 7_000_000n]);
  const [row] = await pendingRows(db, clipperId);
  expect(row?.waitsFor).toBe('It is set aside until a bank decides about a payment of the host.');
});

test('a dispute can freeze a clip’s last earnings until they are released, even after its window', async () => {
  const { given, clip, money } = await earningClip();
  await count(db, clip, 3_000, at(26), { state: 'finished', next_poll_at: null });
  await settle(db, at(26));
  const dispute = await testDispute(db, given.hostId, at(27));
  await settle(db, at(27));
  expect(await money()).toEqual([2_000_000n, 0n, 1_000_000n, 7_000_000n]);
  const receipt = await readReceipt(db, clip);
  expect(receipt).toMatchObject({ recomputes: true, pendingMicros: 0n, contestedMicros: 1_000_000n });

  await dispute.end('confirmed');
  await settle(db, at(28));
  await releaseDue(db, at(80));
  await settle(db, at(80));
  expect(await money()).toEqual([3_000_000n, 0n, 0n, 7_000_000n]);
  const { state } = await db
    .selectFrom('clip_earnings')
    .select('state')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(state).toBe('finished');
  // A later dispute changes nothing that was released.
  await testDispute(db, given.hostId, at(81));
  await settle(db, at(81));
  expect(await money()).toEqual([3_000_000n, 0n, 0n, 7_000_000n]);
  expect(await readReceipt(db, clip)).toMatchObject({ recomputes: true });
});

test('the nightly reconciliation finds a clip that was finished while money of it was pending', async () => {
  const { clip } = await earningClip();
  expect(await reconcile(db)).toMatchObject({ ok: true });
  const set = (state: 'finished' | 'accruing') =>
    db.updateTable('clip_earnings').set({ state }).where('submission_id', '=', clip).execute();
  await set('finished');
  const { invariants } = await reconcile(db);
  await set('accruing');
  expect(invariants.filter(({ ok }) => !ok)).toMatchObject([
    { name: 'nothing of a finished clip is pending' },
  ]);
});

test('neither disputes of other hosts nor a warning without a dispute stop earnings', async () => {
  const [mine, other] = [await earningClip(), await earningClip()];
  await testDispute(db, other.given.hostId, at(26), 'warned');
  await count(db, mine.clip, 4_000, at(27));
  await count(db, other.clip, 4_000, at(27));
  await settle(db, at(27));
  expect(await mine.money()).toEqual([2_000_000n, 2_000_000n, 0n, 6_000_000n]);
  expect(await other.money()).toEqual([2_000_000n, 2_000_000n, 0n, 6_000_000n]);
});

test('a window that closes during a dispute loses nothing: the clip stays open and is paid when the dispute is won', async () => {
  const { given, clip, money } = await earningClip();
  const dispute = await testDispute(db, given.hostId, at(26));
  await count(db, clip, 6_000, at(27), { state: 'finished', next_poll_at: null });
  await settle(db, at(27));
  await settle(db, after(start, 40 * DAY));
  expect(await money()).toEqual([2_000_000n, 0n, 4_000_000n, 4_000_000n]);
  await dispute.end('confirmed');
  await settle(db, after(start, 41 * DAY));
  expect(await money()).toEqual([2_000_000n, 4_000_000n, 0n, 4_000_000n]);
});
