import { micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import {
  clearing,
  clipperAvailable,
  clipperPending,
  host,
  type LedgerAccount,
  listing,
  post,
} from '#server/modules/ledger/ledger.ts';
import { type TestListing, testClip, testListing } from './clips.ts';

interface Earned {
  clipperId: string;
  amount: bigint;
  /** When it was earned and released. */
  now: Date;
}

/** The whole way from a card to what a clipper can withdraw, with a clip whose one view earned it, whatever the amount. */
export async function testAvailable(db: Database, earned: Earned): Promise<void> {
  const from = await testListing(db, earned.now, { budgetCents: Number(earned.amount / 10_000n) + 1 });
  const prepared = await testEarner(db, from, earned);
  await transact(db, (tx) => testRelease(tx, from, prepared));
}

/** A clip for a listing that has earned nothing yet. */
export async function testEarner(db: Database, { id: listingId }: Pick<TestListing, 'id'>, earned: Earned) {
  const clip = { listingId, clipperId: earned.clipperId, approvedAt: earned.now };
  return { ...earned, clip: await testClip(db, clip) };
}

/** What the clip earns, of a listing that is funded with it, is available when the transaction ends. */
export async function testRelease(
  tx: Tx,
  { id: listingId }: Pick<TestListing, 'id'>,
  { clip, clipperId, amount, now }: Earned & { clip: string },
): Promise<void> {
  await moveAll(tx, amount, now, [
    ['earnings.accrued', listing(listingId), clipperPending(clipperId)],
    ['earnings.released', clipperPending(clipperId), clipperAvailable(clipperId)],
  ]);
  const about = { submission_id: clip, listing_id: listingId, clipper_id: clipperId };
  const rate_micros_per_view = amount;
  await tx
    .insertInto('clip_earnings')
    .values({
      ...about,
      rate_micros_per_view,
      approved_at: now,
      min_views: 0n,
      reserves: false,
      paid_views: 1n,
      paid_micros: amount,
    })
    .execute();
  await tx
    .insertInto('accruals')
    .values({
      ...about,
      rate_micros_per_view,
      entry_id: newId(),
      views_from: 0n,
      views_to: 1n,
      amount_micros: amount,
      counted_views: 1n,
      counted_at: now,
      accrued_at: now,
      release_due_at: now,
      state: 'released',
      released_at: now,
      available_micros: amount,
    })
    .execute();
}

/** The movements alone, of steps that the caller writes down. */
export const moveAvailable = (db: Database, { clipperId, amount, now }: Earned): Promise<void> =>
  transact(db, (tx) => {
    const [hostId, listingId] = [newId(), newId()];
    return moveAll(tx, amount, now, [
      ['deposit.confirmed', clearing('test'), host(hostId)],
      ['listing.posted', host(hostId), listing(listingId)],
      ['earnings.accrued', listing(listingId), clipperPending(clipperId)],
      ['earnings.released', clipperPending(clipperId), clipperAvailable(clipperId)],
    ]);
  });

type Way = [Parameters<typeof post>[1]['kind'], LedgerAccount, LedgerAccount];

async function moveAll(tx: Tx, amount: bigint, now: Date, path: Way[]): Promise<void> {
  for (const [kind, debit, credit] of path) {
    const transfers = [{ debit, credit, amountMicros: micros(amount), subjectId: newId() }];
    await post(tx, { key: newId(), kind, occurredAt: now, transfers });
  }
}
