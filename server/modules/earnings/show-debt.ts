import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type AdminDebt, DEBT_CLIPS } from '#contract/earnings/debts.ts';
import { micros } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, clipperPending } from '#server/modules/ledger/ledger.ts';

/**
 * Returns the amount that a clipper owes now; 0 for a debt that was paid. Refuses if the clipper never had a
 * debt.
 */
export async function showDebt(db: Database, clipperId: AccountId): Promise<Outcome<AdminDebt, 'not_found'>> {
  const found = await sql<{ clipper: string; balance: bigint }>`
    select coalesce(p.username, u.name) as clipper, a.balance_micros as balance
    from ledger_accounts a join accounts u on u.id = a.owner_id left join profiles p on p.user_id = u.id
    where a.kind = 'clipper_owed' and a.owner_id = ${clipperId}`.execute(db);
  const clips = await sql<AdminDebt['clips'][number]>`
    select t.entry_id || '-' || t.subject_id as id, t.subject_id as "submissionId", l.title as listing, s.caption, s.url,
      sum(t.amount_micros)::bigint as "amountMicros", t.occurred_at as at
    from ledger_transfers t join submissions s on s.id = t.subject_id join listings l on l.id = s.listing_id
    where t.debit_owner_id = ${clipperId} and t.debit_kind = 'clipper_owed'
    group by t.entry_id, t.subject_id, l.title, s.caption, s.url, t.occurred_at
    order by t.occurred_at desc, t.entry_id desc limit ${DEBT_CLIPS}`.execute(db);
  const [row] = found.rows;
  const [newest] = clips.rows;
  if (!row || !newest) return refuse('not_found');
  return {
    id: clipperId,
    clipper: row.clipper,
    owedMicros: micros(-row.balance),
    since: newest.at,
    pendingMicros: await balanceOf(db, clipperPending(clipperId)),
    availableMicros: await balanceOf(db, clipperAvailable(clipperId)),
    clips: clips.rows,
  };
}
