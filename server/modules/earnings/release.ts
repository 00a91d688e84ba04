import { type RawBuilder, sql } from 'kysely';
import { GONE_GRACE_DAYS, HOLD_DECISION_DAYS, RECHECK_HOURS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';
import { type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { isFrozen } from './clip-states.ts';
import { repayWithSteps } from './repay.ts';

/**
 * From when the verdict alone lets a pending step (aliases: a accrual, t tracking) go; null while it does not. Clean views,
 * and views that a person let pass up to about this score (a clearly higher one is a new hold), go on their day. So does
 * what a person left when other views were upheld: whatever else a score like that contests is on hold. "Not enough data"
 * is never called clean: it waits for the end of the window, unless two people confirmed the count. A middling score that
 * nobody decides goes a week later; a high one never goes by itself.
 */
const allowedAt: RawBuilder<Date | null> = sql`case
  when t.band = 'clean' or t.score <= t.cleared_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'hold' and t.score <= t.upheld_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'not_enough_data' and (t.state <> 'polling' or t.count_level = 'attested') then a.release_due_at
  when t.band = 'needs_review' then a.release_due_at + ${sql.raw(`interval '${HOLD_DECISION_DAYS} days'`)}
end`;

/** A step's views are on hold, or its listing is frozen. */
export const isOnHold: RawBuilder<boolean> = sql`(exists (
  select 1 from fraud_holds h where h.submission_id = a.submission_id and h.state in ('open', 'escalated'))
  or ${isFrozen(sql`a.listing_id`)})`;

/**
 * Until when a step waits because its post or its account is not there; null when it is. What was counted can't be looked
 * at again meanwhile, and a platform that takes bought views back would not be seen doing so. Then it is final as counted.
 */
export const awayUntil: RawBuilder<Date | null> = sql`case when t.state = 'polling' and t.missing_since is not null
  then greatest(a.release_due_at, t.missing_since + ${sql.raw(`interval '${GONE_GRACE_DAYS} days'`)}) end`;

/** When a pending step that is still pending at the end of its clip's window becomes available at the earliest; null for others. */
export const recheckedAt: RawBuilder<Date | null> = sql`(
  select greatest(a.release_due_at, s.tracking_until + ${sql.raw(`interval '${RECHECK_HOURS} hours'`)})
  from submissions s
  where s.id = a.submission_id and t.state = 'polling' and s.tracking_until < ${allowedAt})`;

/**
 * From when a pending step may go; null while that is not a matter of time alone. The last earnings of a window, all that
 * would go after its end, wait until the clip was rechecked and is finished: the recheck can still take them away.
 */
export const releasableAt: RawBuilder<Date | null> = sql`case
  when ${isOnHold} or ${awayUntil} is not null or ${recheckedAt} is not null then null else ${allowedAt} end`;

/** `releaseDue` for all clippers, each on their own, so that a failure of one does not delay the others. */
export async function releaseAll(db: Database, now: Date): Promise<void> {
  try {
    await releaseDue(db, now);
  } catch {
    const clipperIds = await findDue(db, now);
    await forEachSettled(clipperIds, (id) => releaseDue(db, now, { clipperIds: [id] }));
  }
}

/**
 * Makes pending money available whose day has come and whose verdict lets it, in one entry, each listing's by itself; what a
 * clipper owes is paid off first. The clippers' accounts are
 * locked in an earlier statement, so that money contested at that moment can't leave as well. `scope` narrows it to
 * some clippers.
 */
export async function releaseDue(
  db: Database,
  now: Date,
  scope: { clipperIds?: string[] } = {},
): Promise<Micros> {
  return await transact(db, async (tx) => {
    const clipperIds = await lockClippers(tx, now, scope.clipperIds ?? null);
    if (clipperIds.length === 0) return ZERO_MICROS;
    const entryId = newId();
    const { rows } = await sql<{ micros: bigint; debts: Repaid[] | null; result: PostResult | null }>`
      with released as (
        update accruals a set state = 'released', released_at = ${now}, available_micros = a.amount_micros
        from clip_tracking t
        where t.submission_id = a.submission_id and a.state = 'pending' and a.clipper_id = any(${clipperIds}::uuid[])
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
      await repayWithSteps(tx, clipperId, micros(BigInt(repaid)), now);
    }
    return micros(amount);
  });
}

interface Repaid {
  clipperId: string;
  micros: string;
}

const dueBy = (now: Date) => sql`
  select distinct a.clipper_id from accruals a
  join clip_tracking t on t.submission_id = a.submission_id
  where a.state = 'pending' and a.release_due_at <= ${now} and ${releasableAt} <= ${now}`;

async function findDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ clipper_id: string }>`${dueBy(now)} order by 1`.execute(db);
  return rows.map(({ clipper_id }) => clipper_id);
}

async function lockClippers(tx: Tx, now: Date, only: string[] | null): Promise<string[]> {
  const whose = only ? sql`and a.clipper_id = any(${only}::uuid[])` : sql``;
  const { rows } = await sql<{ clipper_ids: string[] | null }>`
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

/** The next moment at which pending money becomes available by time alone; null when none waits for that. */
export async function nextReleaseAt(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(${releasableAt}) as at
    from accruals a join clip_tracking t on t.submission_id = a.submission_id
    where a.state = 'pending'`.execute(db);
  return rows[0]!.at;
}
