import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { newId } from '#server/infra/id.ts';
import { idsOf } from '#server/infra/prepared.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { releasableAt } from '#server/modules/submissions/submissions.ts';
import { repayWithAccruals } from './repay.ts';

/**
 * Releases the due money of all clippers. If that fails, releases the money of each clipper separately, so
 * that one failure does not delay the others.
 */
export async function releaseAll(db: Database, now: Date): Promise<void> {
  try {
    await releaseDue(db, now);
  } catch {
    const clipperIds = await findDue(db, now);
    await forEachSettled(clipperIds, (id) => releaseDue(db, now, { clipperIds: [id] }));
  }
}

/**
 * Makes due pending money available if the verdict allows it, in one ledger entry with a transfer per
 * listing. Debts are paid off first. An earlier statement locks the clippers' accounts, so that money that is
 * contested at that moment can't be released. `scope` limits the release to some clippers.
 */
export async function releaseDue(
  db: Database,
  now: Date,
  scope: { clipperIds?: AccountId[] } = {},
): Promise<Micros> {
  return await transact(db, async (tx) => {
    const clipperIds = await lockClippers(tx, now, scope.clipperIds ?? null);
    if (clipperIds.length === 0) return ZERO_MICROS;
    const entryId = newId();
    const { rows } = await sql<{ micros: bigint; debts: Repaid[] | null; result: PostResult | null }>`
      with released as (
        update accruals a set state = 'released', released_at = ${now}, available_micros = a.amount_micros
        from clip_tracking t
        where t.submission_id = a.submission_id and a.state = 'pending' and a.clipper_id = any(${idsOf(clipperIds)})
          and a.release_due_at <= ${now} and ${releasableAt} <= ${now}
        returning a.clipper_id, a.listing_id, a.amount_micros
      ), sums as (
        select clipper_id, listing_id, sum(amount_micros)::bigint as amount from released group by clipper_id, listing_id
      ), queued as (
        select s.*, greatest(-coalesce(o.balance_micros, 0), 0) as debt, (sum(amount) over (
          partition by clipper_id order by listing_id rows unbounded preceding))::bigint - amount as before
        from sums s left join ledger_accounts o on o.kind = 'clipper_owed' and o.owner_id = s.clipper_id
      ), shares as materialized (
        select clipper_id, listing_id, amount, least(amount, greatest(debt - before, 0)) as to_debt from queued
      ), lines as (
        select 'clipper_pending' as debit_kind, clipper_id as debit_owner_id, 'clipper_available' as credit_kind,
          clipper_id as credit_owner_id, amount - to_debt as amount_micros, listing_id as subject_id
        from shares where amount > to_debt
        union all
        select 'clipper_pending', clipper_id, 'clipper_owed', clipper_id, to_debt, listing_id
        from shares where to_debt > 0
      )
      select coalesce(sum(amount_micros), 0)::bigint as micros,
        json_agg(json_build_object('clipperId', debit_owner_id, 'micros', amount_micros::text) order by debit_owner_id)
          filter (where credit_kind = 'clipper_owed') as debts,
        ${postRows({ id: entryId, kind: 'earnings.released', occurredAt: now })} as result
      from lines`.execute(tx);
    const { micros: amount, debts, result } = rows[0]!;
    if (result !== null && result !== 'posted')
      throw new Error(`release ${entryId} was not posted: ${result}`);
    for (const { clipperId, micros: repaid } of debts ?? []) {
      await repayWithAccruals(tx, clipperId, micros(BigInt(repaid)), now);
    }
    if (amount > 0n) await writeEvent(tx, 'earnings.released', { accountIds: clipperIds });
    return micros(amount);
  });
}

interface Repaid {
  clipperId: AccountId;
  micros: string;
}

const dueBy = (now: Date) => sql`
  select distinct a.clipper_id from accruals a
  join clip_tracking t on t.submission_id = a.submission_id
  where a.state = 'pending' and a.release_due_at <= ${now} and ${releasableAt} <= ${now}`;

async function findDue(db: Database, now: Date): Promise<AccountId[]> {
  const { rows } = await sql<{ clipper_id: AccountId }>`${dueBy(now)} order by 1`.execute(db);
  return rows.map(({ clipper_id }) => clipper_id);
}

async function lockClippers(tx: Tx, now: Date, only: AccountId[] | null): Promise<AccountId[]> {
  const whose = only ? sql`and a.clipper_id = any(${idsOf(only)})` : sql``;
  const { rows } = await sql<{ clipper_ids: AccountId[] | null }>`
    with due as materialized (
      ${dueBy(now)} ${whose}
    ), accounts as (
      select kind, clipper_id as owner_id from due
      cross join unnest(array['clipper_owed', 'clipper_pending', 'clipper_available']::ledger_account_kind[]) as kind
    )
    select (select ledger_lock(array_agg(kind), array_agg(owner_id)) from accounts) as locked,
      (select array_agg(clipper_id) from due) as clipper_ids`.execute(tx);
  return rows[0]!.clipper_ids ?? [];
}

/** SQL of the next time at which pending money is released without a decision; null if there is none. */
export const nextReleaseAt = sql<Date | null>`(
  select min(${releasableAt})
  from accruals a join clip_tracking t on t.submission_id = a.submission_id
  where a.state = 'pending')`;
