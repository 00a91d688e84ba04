import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import { after, HOUR } from '#server/infra/clock.ts';
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
  clipperId: AccountId;
  amount: bigint;
  /** When the earnings were released. */
  now: Date;
  /** Hours for which the earnings were pending; absent for the minimum. */
  pendingHours?: number | undefined;
}

const earnedAt = ({ now, pendingHours = PENDING_HOURS.tiktok }: Earned): Date =>
  after(now, -pendingHours * HOUR);

/**
 * Returns the listing's rate per view: the usual one or the minimum, whichever divides the amount. If neither
 * does, one view earns the whole amount.
 */
const rateOf = (amount: bigint): bigint => [2_000n, 100n].find((rate) => amount % rate === 0n) ?? amount;

/** Moves money along the complete path from a card payment to a clipper's available balance. */
export async function testAvailable(db: Database, earned: Earned): Promise<void> {
  const from = await testListing(db, earnedAt(earned), {
    budgetCents: Number(earned.amount / 10_000n) + 1,
    rateCents: rateOf(earned.amount) === 100n ? 10 : 200,
  });
  const prepared = await testEarner(db, from, earned);
  await transact(db, (tx) => testRelease(tx, from, prepared));
}

/** Creates a clip of a listing that has earned nothing yet. */
export async function testEarner(db: Database, { id: listingId }: Pick<TestListing, 'id'>, earned: Earned) {
  const clip = { listingId, clipperId: earned.clipperId, approvedAt: earnedAt(earned) };
  return { ...earned, clip: await testClip(db, clip) };
}

/** Makes the clip's earnings available within the transaction, on a listing with enough funds. */
export async function testRelease(
  tx: Tx,
  { id: listingId }: Pick<TestListing, 'id'>,
  { clip, clipperId, amount, now, pendingHours }: Earned & { clip: string },
): Promise<void> {
  const at = earnedAt({ clipperId, amount, now, pendingHours });
  const pending = clipperPending(clipperId);
  const subjectId = listingId;
  const entry_id = await move(tx, { amount, now: at, subjectId }, [
    'earnings.accrued',
    listing(listingId),
    pending,
  ]);
  await move(tx, { amount, now, subjectId }, ['earnings.released', pending, clipperAvailable(clipperId)]);
  const about = { submission_id: clip, listing_id: listingId, clipper_id: clipperId };
  const rate_micros_per_view = rateOf(amount);
  const views = amount / rate_micros_per_view;
  await tx
    .insertInto('clip_earnings')
    .values({
      ...about,
      rate_micros_per_view,
      approved_at: at,
      min_views: 0n,
      reserves: false,
      paid_views: views,
      paid_micros: amount,
    })
    .execute();
  await tx
    .insertInto('accruals')
    .values({
      ...about,
      rate_micros_per_view,
      entry_id,
      views_from: 0n,
      views_to: views,
      amount_micros: amount,
      counted_views: views,
      counted_at: at,
      accrued_at: at,
      release_due_at: now,
      state: 'released',
      released_at: now,
      available_micros: amount,
    })
    .execute();
}

/** Posts only the ledger movements, for tests that insert the other rows. */
export const moveAvailable = (db: Database, { clipperId, amount, now }: Earned): Promise<void> =>
  transact(db, (tx) => {
    const [hostId, listingId] = [newId<AccountId>(), newId()];
    return moveAll(tx, amount, now, [
      ['deposit.confirmed', clearing('test'), host(hostId)],
      ['listing.posted', host(hostId), listing(listingId)],
      ['earnings.accrued', listing(listingId), clipperPending(clipperId)],
      ['earnings.released', clipperPending(clipperId), clipperAvailable(clipperId)],
    ]);
  });

type Way = [Parameters<typeof post>[1]['kind'], LedgerAccount, LedgerAccount];

async function moveAll(tx: Tx, amount: bigint, now: Date, path: Way[]): Promise<void> {
  for (const way of path) await move(tx, { amount, now, subjectId: newId() }, way);
}

/** Moves money in the ledger; returns the id of the entry. */
async function move(
  tx: Tx,
  { amount, now, subjectId }: { amount: bigint; now: Date; subjectId: string },
  [kind, debit, credit]: Way,
): Promise<string> {
  const key = newId();
  const transfers = [{ debit, credit, amountMicros: micros(amount), subjectId }];
  await post(tx, { key, kind, occurredAt: now, transfers });
  const posted = tx.selectFrom('ledger_entries').select('id').where('key', '=', key);
  return (await posted.executeTakeFirstOrThrow()).id;
}
