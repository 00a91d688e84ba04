import { sql } from 'kysely';
import { PAGE_ROWS } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import type { PayoutPart } from '#contract/payouts/payout-parts.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { decodeCursor, page } from '#server/infra/cursor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

interface Row {
  submission_id: string;
  entry_id: string;
  listing_id: string;
  title: string;
  url: string;
  views_from: bigint;
  views_to: bigint;
  step: bigint;
  amount: bigint;
  accrued_at: Date;
  is_freed: boolean;
  is_reversed: boolean;
}

interface Which {
  payoutId: string;
  /** Only payouts of this clipper are found; absent: payouts of every clipper. */
  clipperId?: string;
  cursor?: string | undefined;
}

type Found = Outcome<{ rows: PayoutPart[]; nextCursor: string | null }, 'not_found'>;

/**
 * Returns the accruals that a payout pays, in the order in which they were earned. For a canceled payout,
 * returns those that it would have paid. Excludes accruals that fraud took back and later earnings replaced.
 */
export async function payoutParts(db: Database, { payoutId, clipperId, cursor }: Which): Promise<Found> {
  const payout = await db
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (!payout || (clipperId && payout.clipper_id !== clipperId)) return refuse('not_found');
  const found = await sql<Row>`
    select k.submission_id, k.entry_id, a.listing_id, l.title, s.url, a.views_from, a.views_to,
      a.amount_micros as step, k.amount_micros - k.replaced_micros as amount, a.accrued_at,
      k.freed_at is not null as is_freed, a.state = 'reversed' as is_reversed
    from payout_accruals k
    join accruals a on a.submission_id = k.submission_id and a.entry_id = k.entry_id
    join submissions s on s.id = k.submission_id
    join listings l on l.id = a.listing_id
    where k.payout_id = ${payoutId} and k.replaced_micros < k.amount_micros and ${past(cursor)}
    order by k.entry_id, k.submission_id limit ${PAGE_ROWS + 1}`.execute(db);
  const { rows, nextCursor } = page(found.rows, PAGE_ROWS, positionOf);
  return { rows: rows.map(asPart), nextCursor };
}

/** Returns the position of a part for the cursor. Entry ids are sorted by time. */
export const positionOf = (row: Pick<Row, 'entry_id' | 'submission_id'>) => ({
  value: row.entry_id,
  id: row.submission_id,
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the condition for parts (alias k) after a cursor. */
export function past(cursor: string | undefined) {
  const position = decodeCursor(cursor);
  if (!position || !UUID.test(position.value)) return sql`true`;
  return sql`(k.entry_id, k.submission_id) > (${position.value}::uuid, ${position.id}::uuid)`;
}

const asPart = (row: Row): PayoutPart => ({
  submissionId: row.submission_id,
  listingId: row.listing_id,
  listingTitle: row.title,
  url: row.url,
  viewsFrom: Number(row.views_from),
  viewsTo: Number(row.views_to),
  stepMicros: micros(row.step),
  amountMicros: micros(row.amount),
  accruedAt: row.accrued_at,
  state: row.is_freed ? 'given_back' : row.is_reversed ? 'not_real' : 'part',
});

export const partsColumns: CsvColumns<PayoutPart> = [
  ['Earned', (row) => row.accruedAt],
  ['Listing', (row) => row.listingTitle],
  ['Clip', (row) => row.url],
  ['Views from', (row) => row.viewsFrom],
  ['Views to', (row) => row.viewsTo],
  ['Step earned (USD)', (row) => row.stepMicros],
  ['In this payout (USD)', (row) => row.amountMicros],
  ['State', (row) => row.state],
  ['Submission id', (row) => row.submissionId],
  ['Listing id', (row) => row.listingId],
];
