import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { idsOf } from '#server/infra/prepared.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { pauseExhausted } from '#server/modules/listings/listings.ts';
import { clipMaximum } from '#server/modules/submissions/submissions.ts';
import { endBudgetSpent, isNewlyUnpaid, isSpentOver, markBudgetSpent } from './budget-spent.ts';
import { accruing, clipStates, isDone, mayEarn } from './clip-states.ts';
import { isFailing } from './failing-listings.ts';
import { payClips } from './pay.ts';
import { lowerReserves, raiseReserves } from './reserve.ts';
import { resumable, resumeListings } from './resume.ts';
import { reverseFallen } from './reverse.ts';

export interface Settled {
  /** Number of clips that were paid. */
  clips: number;
  paidMicros: Micros;
  /** Listings whose budget moved. */
  listingIds: string[];
}

interface Scope {
  /** One listing. Absent for all listings except failing ones. */
  listingId?: string;
  /** Several listings, settled together. */
  listingIds?: string[];
}

interface Locked {
  listing_ids: string[] | null;
  clipper_ids: AccountId[] | null;
  any_new: boolean;
  any_fallen: boolean;
  any_reserve: boolean;
  any_over: boolean;
  any_minimum: boolean;
  any_spent_over: boolean;
}

/**
 * Pays the verified views of every approved clip (of some listings, or of all). Opens newly approved clips,
 * reverses pending money for fallen or contested views, fills reserves and pays. Then resumes exhausted
 * listings that have enough money again. Repeated and concurrent runs pay once, because an earlier statement
 * locks everything that changes.
 */
export const settle = (db: Database, now: Date, scope: Scope = {}): Promise<Settled> =>
  transact(db, (tx) => settleInTransaction(tx, now, scope));

/**
 * Settles in the caller's transaction, for callers that need all earnings before they make their own change.
 */
export async function settleInTransaction(tx: Tx, now: Date, scope: Scope): Promise<Settled> {
  const locked = await lockDue(
    tx,
    scope.listingIds ?? (scope.listingId === undefined ? null : [scope.listingId]),
  );
  const listingIds = locked.listing_ids ?? [];
  const accounts = { listingIds, clipperIds: locked.clipper_ids ?? [] };
  if (listingIds.length === 0) return { clips: 0, paidMicros: ZERO_MICROS, listingIds };
  if (locked.any_new) await openClips(tx, listingIds);
  if (locked.any_new || locked.any_minimum) await rememberMinimums(tx, listingIds);
  if (locked.any_fallen) await reverseFallen(tx, accounts, now);
  // Reserves are filled before anybody is paid, because money that was just reversed may be contested, or
  // another contested clip may need it.
  const mayReserve = locked.any_new || locked.any_fallen || locked.any_reserve;
  if (mayReserve) await raiseReserves(tx, listingIds, now);
  const paid = await payClips(tx, accounts, now);
  if (mayReserve) await lowerReserves(tx, listingIds, now);
  await markBudgetSpent(tx, paid.newlyUnpaid, now);
  if (locked.any_spent_over) await endBudgetSpent(tx, accounts);
  if (locked.any_over) await finishClips(tx, listingIds);
  await pauseExhausted(tx, listingIds, now);
  await resumeListings(tx, listingIds, now);
  if (paid.clips > 0n || mayReserve)
    await writeEvent(tx, 'earnings.changed', { accountIds: accounts.clipperIds, listingIds });
  return { clips: Number(paid.clips), paidMicros: micros(paid.micros), listingIds };
}

/** Finds clips to settle and locks the accounts of their listings and clippers, in the ledger's order. */
async function lockDue(tx: Tx, only: string[] | null): Promise<Locked> {
  const among = (id: RawBuilder<unknown>) =>
    only ? sql`${id} = any(${idsOf(only)})` : sql`not ${isFailing(id)}`;
  const ofListing = among(sql`e.listing_id`);
  const ofListings = among(sql`l.id`);
  // A sweep joins all clips that still earn. With less memory PostgreSQL joins on disk, which takes twice as
  // long.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  const { rows } = await sql<Locked>`
    with opened as materialized (
      select e.listing_id, e.clipper_id,
        bool_or(e.payable_views < e.paid_views and exists (
          select 1 from accruals a where a.submission_id = e.submission_id and a.state = 'pending')) as has_fallen,
        bool_or(e.reserve_micros > e.reserved_micros) as wants_reserve,
        bool_or(e.reserve_micros < e.reserved_micros) as has_spare_reserve,
        bool_or(e.payable_views > e.paid_views and e.reserved_micros >= e.rate_micros_per_view) as has_covered,
        min(e.rate_micros_per_view) filter (where e.payable_views > e.paid_views) as least_owed,
        bool_or(e.is_over or e.is_appeal_over) as has_over,
        bool_or(${isDone} or e.is_appeal_over) as is_finishing, bool_or(e.minimum_news is not null) as has_minimum,
        bool_or(${isNewlyUnpaid}) as has_newly_unpaid, bool_or(${isSpentOver}) as has_spent_over
      from (${clipStates(sql`${mayEarn} and ${ofListing}`)}) e
      group by e.listing_id, e.clipper_id
    ), freeing as (
      -- Money that these clips free may go to any waiting clip of the listing, so those are locked too and paid in order.
      select listing_id from opened where has_fallen or has_spare_reserve
    ), due as materialized (
      select e.listing_id, e.clipper_id, false as is_new, has_fallen, has_over, has_minimum, has_spent_over,
        has_spare_reserve or wants_reserve and a.balance_micros > 0 as has_reserve_to_move
      from opened e
      join ledger_accounts a on a.kind = 'listing' and a.owner_id = e.listing_id
      where has_fallen or has_spare_reserve or has_covered or is_finishing or has_minimum or has_newly_unpaid or has_spent_over
        or wants_reserve and a.balance_micros > 0 or least_owed <= a.balance_micros
        or least_owed is not null and e.listing_id in (select listing_id from freeing)
      union all
      select e.listing_id, e.clipper_id, true, false, false, false, false, false from submissions e
      join listings l on l.id = e.listing_id and l.state <> 'removed'
      where e.status = 'approved' and ${ofListing}
        and not exists (select 1 from clip_earnings known where known.submission_id = e.id)
    ), accounts as (
      select 'listing'::ledger_account_kind as kind, listing_id as owner_id from due
      union select 'clipper_pending', clipper_id from due
      union select 'listing', id from (${resumable} and ${ofListings}) r
    )
    select (select ledger_lock(array_agg(kind), array_agg(owner_id)) from accounts) as locked,
      (select array_agg(owner_id) from accounts where kind = 'listing') as listing_ids,
      (select array_agg(owner_id) from accounts where kind = 'clipper_pending') as clipper_ids,
      coalesce(bool_or(is_new), false) as any_new, coalesce(bool_or(has_fallen), false) as any_fallen,
      coalesce(bool_or(has_reserve_to_move), false) as any_reserve,
      coalesce(bool_or(has_over), false) as any_over, coalesce(bool_or(has_minimum), false) as any_minimum,
      coalesce(bool_or(has_spent_over), false) as any_spent_over
    from due`.execute(tx);
  return rows[0]!;
}

async function openClips(tx: Tx, listingIds: string[]): Promise<void> {
  await sql`
    insert into clip_earnings
      (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views, max_payout_micros, reserves)
    select s.id, s.listing_id, s.clipper_id, s.approved_at, v.rate_cents_per_mille::bigint * 10, v.min_views,
      ${clipMaximum}, v.allocation = 'reserved'
    from submissions s
    join clip_tracking t on t.submission_id = s.id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    join listings l on l.id = s.listing_id and l.state <> 'removed'
    where s.status = 'approved' and s.listing_id = any(${idsOf(listingIds)})
    on conflict (submission_id) do nothing`.execute(tx);
}

/** Stores which clips reached their listing's minimum; see `clipStates`. */
async function rememberMinimums(tx: Tx, listingIds: string[]): Promise<void> {
  await sql`
    update clip_earnings known set minimum_reached = e.minimum_news = 'reached',
      minimum_excluded_views = case when e.minimum_news = 'contested' then t.excluded_views
        else known.minimum_excluded_views end
    from (${clipStates(accruing(listingIds))}) e join clip_tracking t on t.submission_id = e.submission_id
    where known.submission_id = e.submission_id and e.minimum_news is not null`.execute(tx);
}

/** Finishes clips that are done and have no reserve, and stops rejected clips whose appeal was dismissed. */
async function finishClips(tx: Tx, listingIds: string[]): Promise<void> {
  await sql`
    update clip_earnings done set state = case when e.is_appeal_over then 'stopped' else 'finished' end
    from (${clipStates(accruing(listingIds))}) e
    where done.submission_id = e.submission_id and done.reserved_micros = 0 and (e.is_appeal_over or ${isDone})`.execute(
    tx,
  );
}
