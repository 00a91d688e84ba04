import type { AccountId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { clipperPending, clipReserved, listing, post } from '#server/modules/ledger/ledger.ts';
import { testPerson } from './api.ts';
import { testClip } from './clips.ts';

export interface TestClip {
  id: string;
  listingId: string;
  clipperId: AccountId;
}

/**
 * Creates a clip of a new clipper on a listing. The clip is pending, or was approved at `at` and can earn.
 */
export async function clipOn(
  db: Database,
  listingId: string,
  at: Date,
  status: 'pending' | 'approved',
): Promise<TestClip> {
  const clipper = await testPerson(db, 'clipper');
  const approved =
    status === 'approved' ? { approvedAt: at, decidedAt: after(at, 2 * HOUR) } : { approvedAt: null };
  const id = await testClip(db, {
    listingId,
    clipperId: clipper.accountId,
    submittedAt: at,
    isTracked: false,
    ...approved,
  });
  if (status === 'approved') {
    await db
      .insertInto('clip_earnings')
      .values({
        submission_id: id,
        listing_id: listingId,
        clipper_id: clipper.accountId,
        approved_at: at,
        rate_micros_per_view: 2_000n,
        min_views: 0n,
        reserves: false,
      })
      .execute();
  }
  return { id, listingId, clipperId: clipper.accountId };
}

/**
 * Pays views at $2.00 per 1,000 from the listing, as a settlement does. Returns false when the budget does
 * not suffice.
 */
export async function payViews(tx: Tx, clip: TestClip, views: number, at: Date): Promise<boolean> {
  const amountMicros = (BigInt(views) * 2_000n) as Micros;
  const posted = await post(tx, {
    key: newId(),
    kind: 'earnings.accrued',
    occurredAt: at,
    transfers: [
      {
        debit: listing(clip.listingId),
        credit: clipperPending(clip.clipperId),
        amountMicros,
        subjectId: clip.id,
      },
    ],
  });
  if (posted !== 'posted') return false;
  await tx
    .updateTable('clip_earnings')
    .set((eb) => ({
      paid_views: eb('paid_views', '+', BigInt(views)),
      paid_micros: eb('paid_micros', '+', amountMicros as bigint),
    }))
    .where('submission_id', '=', clip.id)
    .execute();
  return true;
}

/** Moves budget into the clip's reserve, or back. Returns false when the money does not suffice. */
export async function reserve(
  tx: Tx,
  clip: TestClip,
  amountMicros: Micros,
  way: 'into' | 'back',
  at: Date,
): Promise<boolean> {
  const [from, to] = [listing(clip.listingId), clipReserved(clip.id)];
  const posted = await post(tx, {
    key: newId(),
    kind: way === 'into' ? 'clip.reserved' : 'reservation.ended',
    occurredAt: at,
    transfers: [
      way === 'into'
        ? { debit: from, credit: to, amountMicros, subjectId: clip.id }
        : { debit: to, credit: from, amountMicros, subjectId: clip.id },
    ],
  });
  if (posted !== 'posted') return false;
  const change = (way === 'into' ? amountMicros : -amountMicros) as bigint;
  await tx
    .updateTable('clip_earnings')
    .set((eb) => ({ reserved_micros: eb('reserved_micros', '+', change) }))
    .where('submission_id', '=', clip.id)
    .execute();
  return true;
}
