import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { PayoutPart } from '#contract/payouts/payout-parts.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { decodeCursor, page } from '#server/infra/cursor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

type Row = PayoutPart & { entryId: string };

interface Which {
  payoutId: string;
  /** Only payouts of this clipper are found; absent: payouts of every clipper. */
  clipperId?: AccountId;
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
    select k.submission_id as "submissionId", k.entry_id as "entryId", a.listing_id as "listingId", l.title as "listingTitle",
      s.caption, s.url, a.views_from::float8 as "viewsFrom", a.views_to::float8 as "viewsTo", a.amount_micros as "stepMicros",
      k.amount_micros - k.replaced_micros as "amountMicros", a.accrued_at as "accruedAt",
      case when k.freed_at is not null then 'given_back' when a.state = 'reversed' then 'not_real' else 'part' end as state
    from payout_accruals k
    join accruals a on a.submission_id = k.submission_id and a.entry_id = k.entry_id
    join submissions s on s.id = k.submission_id
    join listings l on l.id = a.listing_id
    where k.payout_id = ${payoutId} and k.replaced_micros < k.amount_micros and ${past(cursor)}
    order by k.entry_id, k.submission_id limit ${PAGE_ROWS + 1}`.execute(db);
  return page(found.rows, PAGE_ROWS, positionOf);
}

/** Returns the position of a part for the cursor. Entry ids are sorted by time. */
export const positionOf = ({ entryId, submissionId }: Pick<Row, 'entryId' | 'submissionId'>) => ({
  value: entryId,
  id: submissionId,
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the condition for parts (alias k) after a cursor. */
export function past(cursor: string | undefined) {
  const position = decodeCursor(cursor);
  if (!position || !UUID.test(position.value)) return sql`true`;
  return sql`(k.entry_id, k.submission_id) > (${position.value}::uuid, ${position.id}::uuid)`;
}

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
