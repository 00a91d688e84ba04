import { sql } from 'kysely';
import type { z } from 'zod';
import type { adminPayoutRoutes, PayoutBatchRow } from '#contract/admin/admin-payouts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';

type BatchQuery = z.output<typeof adminPayoutRoutes.payoutBatches.query & z.ZodType>;

const batchSortValues = sortValues({
  date: { by: sql`b.created_at`, kind: 'moment' },
});

/** Returns the batches that were handed to PayPal, newest first. */
export async function payoutBatches(db: Database, { search, state, ...query }: BatchQuery) {
  const pattern = contains(search);
  const by = sorted(batchSortValues, query, '-date', sql`b.id`);
  const found = await sql<PayoutBatchRow & SortedRow>`
    select b.id, b.state, p.*, b.attempts, b.created_at as "createdAt", b.sent_at as "sentAt", b.next_step_at as "nextStepAt",
      b.paypal_batch_id as "paypalBatchId", b.problem, ${by.column}
    from payout_batches b cross join lateral (
      select count(*)::int as payouts, (count(*) filter (where state = 'processing'))::int as "openPayouts",
        coalesce(sum(amount_micros), 0)::bigint as "amountMicros"
      from payouts where batch_id = b.id) p
    where true ${by.after}
      ${state ? sql`and b.state = ${state}` : sql``}
      ${pattern ? sql`and (b.paypal_batch_id ilike ${pattern} or b.id::text ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  return by.page(found.rows, PAGE_ROWS);
}
