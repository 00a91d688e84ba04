import { sql } from 'kysely';
import type { SuspenseItemShown } from '#contract/suspense.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { columns, type SuspenseRow, toItem } from './queries.ts';

type Row = SuspenseRow & {
  origin: 'deposit' | 'payout' | 'listing' | null;
  resolver: string | null;
};

/** Returns all details of one item for admins. Its transfers and audit rows are separate lists. */
export async function showItem(db: Database, id: string): Promise<Outcome<SuspenseItemShown, 'not_found'>> {
  const { rows } = await sql<Row>`
    select ${columns}, u.name as resolver,
      case when exists (select from deposits where id = i.subject_id) then 'deposit'
        when exists (select from payouts where id = i.subject_id) then 'payout'
        when exists (select from listings where id = i.subject_id) then 'listing' end as origin
    from suspense_items i left join users u on u.id = i.resolved_by
    where i.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return refuse('not_found');
  return {
    ...toItem(row),
    origin: row.origin && { what: row.origin, id: row.subject_id },
    resolvedBy: row.resolved_by && row.resolver ? { id: row.resolved_by, name: row.resolver } : null,
    depositId: row.deposit_id,
  };
}
