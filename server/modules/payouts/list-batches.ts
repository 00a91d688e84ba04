import { sql } from 'kysely';
import type { z } from 'zod';
import type { adminPayoutRoutes, PayoutBatchRow } from '#contract/admin/admin-payouts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';

interface BatchRow extends SortedRow {
  state: PayoutBatchRow['state'];
  payouts: number;
  open_payouts: number;
  amount: bigint;
  attempts: number;
  created_at: Date;
  sent_at: Date | null;
  next_step_at: Date | null;
  paypal_batch_id: string | null;
  problem: string | null;
}

type BatchQuery = z.output<typeof adminPayoutRoutes.payoutBatches.query & z.ZodType>;

const batchSortValues = sortValues({
  date: { by: sql`b.created_at`, kind: 'moment' },
});

/** Returns the batches that were handed to PayPal, newest first. */
export async function payoutBatches(db: Database, { search, state, ...query }: BatchQuery) {
  const pattern = contains(search);
  const by = sorted(batchSortValues, query, '-date', sql`b.id`);
  const found = await sql<BatchRow>`
    select b.*, ${by.column}, p.payouts, p.open_payouts, p.amount
    from payout_batches b cross join lateral (
      select count(*)::int as payouts, (count(*) filter (where state = 'processing'))::int as open_payouts,
        coalesce(sum(amount_micros), 0)::bigint as amount
      from payouts where batch_id = b.id) p
    where true ${by.after}
      ${state ? sql`and b.state = ${state}` : sql``}
      ${pattern ? sql`and (b.paypal_batch_id ilike ${pattern} or b.id::text ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const { rows, nextCursor } = by.page(found.rows, PAGE_ROWS);
  return { rows: rows.map(batchRow), nextCursor };
}

const batchRow = (row: BatchRow): PayoutBatchRow => ({
  id: row.id,
  state: row.state,
  payouts: row.payouts,
  openPayouts: row.open_payouts,
  amountMicros: micros(row.amount),
  attempts: row.attempts,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  nextStepAt: row.next_step_at,
  paypalBatchId: row.paypal_batch_id,
  problem: row.problem,
});
