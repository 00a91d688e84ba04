import { sql } from 'kysely';
import type { AdminPayout } from '#contract/admin/admin-payouts.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findAdminPayout } from './queries.ts';
import { lateStatusText } from './rules.ts';

type Batch = NonNullable<AdminPayout['batch']>;

interface Row extends Pick<AdminPayout, 'state' | 'pickedUpAt' | 'returnedAt' | 'providerStatus'> {
  batchId: string | null;
  batchState: Batch['state'];
  paypalBatchId: string | null;
  problem: string | null;
  lateState: string | null;
  reportedAt: Date | null;
  resolvedAt: Date | null;
}

/**
 * Returns all facts of one payout for an admin, except its parts and its audit rows, which are separate
 * lists.
 */
export async function showPayout(db: Database, id: string): Promise<Outcome<AdminPayout, 'not_found'>> {
  const payout = await findAdminPayout(db, id);
  const { rows } = await sql<Row>`
    select p.processing_at as "pickedUpAt", p.returned_at as "returnedAt", p.state, p.item_state as "providerStatus",
      b.id as "batchId", b.state as "batchState", b.paypal_batch_id as "paypalBatchId", b.problem,
      l.item_state as "lateState", l.reported_at as "reportedAt", l.resolved_at as "resolvedAt"
    from payouts p left join payout_batches b on b.id = p.batch_id left join payout_late_statuses l on l.payout_id = p.id
    where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!payout || !row) return refuse('not_found');
  const { pickedUpAt, returnedAt, providerStatus, state, batchId, lateState, reportedAt, resolvedAt } = row;
  return {
    ...payout,
    pickedUpAt,
    returnedAt,
    providerStatus,
    batch: batchId
      ? { id: batchId, state: row.batchState, paypalBatchId: row.paypalBatchId, problem: row.problem }
      : null,
    lateStatus:
      lateState && reportedAt ? { text: lateStatusText(lateState, state), reportedAt, resolvedAt } : null,
  };
}
