import { sql } from 'kysely';
import type { AdminPayout } from '#contract/admin/admin-payouts.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findAdminPayout } from './queries.ts';
import { lateStatusText } from './rules.ts';

interface Row {
  processing_at: Date | null;
  returned_at: Date | null;
  state: AdminPayout['state'];
  item_state: string | null;
  batch_id: string | null;
  batch_state: NonNullable<AdminPayout['batch']>['state'];
  paypal_batch_id: string | null;
  problem: string | null;
  late_item_state: string | null;
  reported_at: Date | null;
  resolved_at: Date | null;
}

/**
 * Returns all facts of one payout for an admin, except its parts and its audit rows, which are separate
 * lists.
 */
export async function showPayout(db: Database, id: string): Promise<Outcome<AdminPayout, 'not_found'>> {
  const payout = await findAdminPayout(db, id);
  const { rows } = await sql<Row>`
    select p.processing_at, p.returned_at, p.state, p.item_state, b.id as batch_id, b.state as batch_state, b.paypal_batch_id,
      b.problem, l.item_state as late_item_state, l.reported_at, l.resolved_at
    from payouts p left join payout_batches b on b.id = p.batch_id left join payout_late_statuses l on l.payout_id = p.id
    where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!payout || !row) return refuse('not_found');
  return {
    ...payout,
    pickedUpAt: row.processing_at,
    returnedAt: row.returned_at,
    providerStatus: row.item_state,
    batch: row.batch_id
      ? {
          id: row.batch_id,
          state: row.batch_state,
          paypalBatchId: row.paypal_batch_id,
          problem: row.problem,
        }
      : null,
    lateStatus:
      row.late_item_state && row.reported_at
        ? {
            text: lateStatusText(row.late_item_state, row.state),
            reportedAt: row.reported_at,
            resolvedAt: row.resolved_at,
          }
        : null,
  };
}
