import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import type { PayoutTraceRow } from '#contract/payouts/payout-trace.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { page } from '#server/infra/cursor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { cutOut, fundingOf, type Piece } from '#server/modules/deposits/deposits.ts';
import { past, positionOf } from './list-parts.ts';

interface Row
  extends Pick<
    PayoutTraceRow,
    | 'submissionId'
    | 'listingId'
    | 'listingTitle'
    | 'hostUsername'
    | 'caption'
    | 'url'
    | 'viewsFrom'
    | 'viewsTo'
    | 'accruedAt'
  > {
  entryId: string;
  hostId: AccountId;
  amount: bigint;
  /** Micro-dollars that the listing spent before this part; null: the views were not real. */
  start: bigint | null;
}

type Found = Outcome<{ rows: PayoutTraceRow[]; nextCursor: string | null }, 'not_found'>;

/**
 * Traces the parts of a payout to deposits. The accruals of a listing use up the listing's funding in the
 * order in which they were earned, first in, first out. Funding that was returned to the host is left out,
 * and so are accruals of views that were not real. Pages by parts.
 */
export async function payoutTrace(
  db: Database,
  { payoutId, cursor }: { payoutId: string; cursor?: string | undefined },
): Promise<Found> {
  const payout = await db.selectFrom('payouts').select('id').where('id', '=', payoutId).executeTakeFirst();
  if (!payout) return refuse('not_found');
  const { rows, nextCursor } = page(await readParts(db, payoutId, cursor), PAGE_ROWS, positionOf);
  const funding = await fundingOf(db, [...new Set(rows.map((row) => row.hostId))]);
  return { rows: rows.flatMap((row) => asRows(row, funding.get(row.listingId) ?? [])), nextCursor };
}

function asRows({ amount: whole, start, ...row }: Row, funding: readonly Piece[]): PayoutTraceRow[] {
  const pieces = start === null ? [{ source: null, micros: whole }] : cutOut(funding, start, whole);
  return pieces.map(({ source, micros: amount }) => ({
    ...row,
    amountMicros: micros(amount),
    source: start === null ? 'not_real' : source ? 'deposit' : 'no_deposit',
    depositId: source?.depositId ?? null,
    rail: source?.rail ?? null,
    depositState: source?.state ?? null,
    reference: source?.reference ?? null,
    confirmedAt: source?.confirmedAt ?? null,
  }));
}

/**
 * Returns the parts that count, each with its position in its listing's spending. Several payouts can share
 * an accrual.
 */
async function readParts(db: Database, payoutId: string, cursor: string | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with parts as materialized (
      select k.submission_id, k.entry_id, k.linked_at, k.payout_id, a.listing_id, a.views_from, a.views_to, a.accrued_at,
        k.amount_micros - k.replaced_micros as amount
      from payout_accruals k
      join accruals a on a.submission_id = k.submission_id and a.entry_id = k.entry_id
      where k.payout_id = ${payoutId} and k.freed_at is null and k.replaced_micros < k.amount_micros and ${past(cursor)}
      order by k.entry_id, k.submission_id limit ${PAGE_ROWS + 1}
    ), spent as (
      select a.submission_id, a.entry_id, sum(a.amount_micros) over (
        partition by a.listing_id order by a.accrued_at, a.entry_id, a.submission_id) - a.amount_micros as before
      from clip_earnings e join accruals a on a.submission_id = e.submission_id
      where e.listing_id in (select listing_id from parts) and a.state <> 'reversed'
    )
    select p.submission_id as "submissionId", p.entry_id as "entryId", p.listing_id as "listingId", l.title as "listingTitle",
      l.host_id as "hostId", h.username as "hostUsername", s.caption, s.url, p.views_from::float8 as "viewsFrom",
      p.views_to::float8 as "viewsTo", p.accrued_at as "accruedAt", p.amount,
      (b.before + (select coalesce(sum(o.amount_micros - o.replaced_micros), 0) from payout_accruals o
        where o.submission_id = p.submission_id and o.entry_id = p.entry_id and o.freed_at is null
          and (o.linked_at, o.payout_id) < (p.linked_at, p.payout_id)))::bigint as start
    from parts p
    join submissions s on s.id = p.submission_id
    join listings l on l.id = p.listing_id
    left join profiles h on h.user_id = l.host_id
    left join spent b on b.submission_id = p.submission_id and b.entry_id = p.entry_id
    order by p.entry_id, p.submission_id`.execute(db);
  return rows;
}

export const traceColumns: CsvColumns<PayoutTraceRow> = [
  ['Earned', (row) => row.accruedAt],
  ['Listing', (row) => row.listingTitle],
  ['Host', (row) => row.hostUsername],
  ['Clip', (row) => row.url],
  ['Views from', (row) => row.viewsFrom],
  ['Views to', (row) => row.viewsTo],
  ['Amount (USD)', (row) => row.amountMicros],
  ['From', (row) => row.source],
  ['Paid by', (row) => row.rail],
  ['Reference', (row) => row.reference],
  ['Confirmed', (row) => row.confirmedAt],
  ['Deposit state', (row) => row.depositState],
  ['Deposit id', (row) => row.depositId],
  ['Submission id', (row) => row.submissionId],
  ['Listing id', (row) => row.listingId],
];
