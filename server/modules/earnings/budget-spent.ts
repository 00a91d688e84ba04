import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { idsOf } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { clipStates, type LockedAccounts, lockedClips } from './clip-states.ts';

/**
 * Matches clip `e` (columns of `clipStates`) with unpaid views that is not yet marked as waiting for budget.
 */
export const isNewlyUnpaid = sql`(e.payable_views > e.paid_views and e.budget_spent_at is null)`;

/**
 * Matches clip `e` (columns of `clipStates`) that is marked as waiting for budget but has no unpaid views any
 * more.
 */
export const isSpentOver = sql`(e.payable_views <= e.paid_views and e.budget_spent_at is not null)`;

interface Spent {
  submission_id: string;
  clipper_id: AccountId;
  title: string;
  can_be_topped_up: boolean;
}

/**
 * Marks clips that a settlement could not pay in full as waiting for budget, and notifies their clippers
 * once. While the listing still has at least the price of one view, nothing is marked, because the next run
 * may pay them with money that this settlement freed. The caller has locked the accounts of their listings
 * and clippers.
 */
export async function markBudgetSpent(tx: Tx, submissionIds: readonly string[], now: Date): Promise<void> {
  if (submissionIds.length === 0) return;
  const { rows } = await sql<Spent>`
    with spent as materialized (
      select o.listing_id from clip_earnings o
      join ledger_accounts a on a.kind = 'listing' and a.owner_id = o.listing_id
      where o.state = 'accruing' and o.listing_id in (
        select u.listing_id from clip_earnings u where u.submission_id = any(${idsOf(submissionIds)}))
      group by o.listing_id, a.balance_micros
      having a.balance_micros < max(o.rate_micros_per_view)
    ), marked as (
      update clip_earnings e set budget_spent_at = ${now}
      where e.submission_id = any(${idsOf(submissionIds)}) and e.budget_spent_at is null
        and e.listing_id in (select listing_id from spent)
      returning e.submission_id, e.clipper_id
    )
    select m.submission_id, m.clipper_id, v.title, l.state in ('active', 'paused') as can_be_topped_up
    from marked m
    join submissions s on s.id = m.submission_id
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    order by m.submission_id`.execute(tx);
  // Notices are inserted in parts, because each value is a parameter, and a statement has at most 65,535
  // parameters.
  for (let from = 0; from < rows.length; from += 1_000) {
    await notify(tx, rows.slice(from, from + 1_000).map(noticeOf), now);
  }
}

const noticeOf = ({ submission_id, clipper_id, title, can_be_topped_up }: Spent): Notice => ({
  accountId: clipper_id,
  kind: 'submission.budget_spent',
  title: 'Budget used up',
  body: `The budget of “${title}” is used up, so it can’t pay all views of your clip now. ${
    can_be_topped_up
      ? 'We keep counting them and pay them in order of approval once the host tops up.'
      : 'The listing has ended, so they are paid only if its other clips free up budget.'
  }`,
  link: `/clips/${submission_id}`,
});

/**
 * Removes the mark "waiting for budget" from clips without unpaid views: their views fell or are contested.
 */
export async function endBudgetSpent(tx: Tx, locked: LockedAccounts): Promise<void> {
  await sql`
    update clip_earnings known set budget_spent_at = null
    from (${clipStates(lockedClips(locked))}) e
    where known.submission_id = e.submission_id and ${isSpentOver}`.execute(tx);
}
