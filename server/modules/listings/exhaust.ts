import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { EXHAUSTED_VIEWS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { idsOf } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';

interface Moved {
  id: string;
  host_id: AccountId;
  title: string;
}

/**
 * SQL: the listing's free budget is below the price of 1,000 views at its rate (10·R micro-dollars per view).
 */
const exhausted = sql`coalesce(a.balance_micros, 0) < l.rate_cents_per_mille * ${10 * EXHAUSTED_VIEWS}::bigint`;

/** SQL: listing `l`, with account `a`, was paused as exhausted and can pay for 1,000 views again. */
export const isFundedAgain = sql`(
  l.state = 'paused' and l.pause_reason = 'exhausted' and not ${exhausted})`;

/**
 * Pauses each of these listings that is active and whose free budget no longer pays for 1,000 views. Call
 * this in each transaction that takes money out of listings. Returns the ids of the paused listings.
 */
export async function pauseExhausted(tx: Tx, listingIds: readonly string[], now: Date): Promise<string[]> {
  if (!(await lockWhere(tx, listingIds, sql`l.state in ('active', 'paused') and ${exhausted}`))) return [];
  const { rows } = await sql<Moved>`
    update listings l set state = 'paused', pause_reason = 'exhausted'
    from ledger_accounts a
    where l.id = any(${idsOf(listingIds)}) and l.state = 'active'
      and a.kind = 'listing' and a.owner_id = l.id and ${exhausted}
    returning l.id, l.host_id, l.title`.execute(tx);
  await notifyHosts(tx, rows, now, 'listing.exhausted', (title) => ({
    title: 'Budget used up',
    body: `“${title}” is paused because its budget ran out. Top up in My Listings to accept new clips and keep paying approved ones.`,
  }));
  return rows.map((row) => row.id);
}

/**
 * Resumes each of these listings that was paused as exhausted and can pay for 1,000 views again. Returns the
 * ids of the resumed listings.
 */
export async function resumeFunded(tx: Tx, listingIds: readonly string[], now: Date): Promise<string[]> {
  if (!(await lockWhere(tx, listingIds, isFundedAgain))) return [];
  const { rows } = await sql<Moved>`
    update listings l set state = 'active', pause_reason = null
    from ledger_accounts a
    where l.id = any(${idsOf(listingIds)}) and a.kind = 'listing' and a.owner_id = l.id and ${isFundedAgain}
    returning l.id, l.host_id, l.title`.execute(tx);
  await notifyHosts(tx, rows, now, 'listing.resumed', (title) => ({
    title: 'Listing active again',
    body: `“${title}” has free budget again and accepts new clips.`,
  }));
  return rows.map((row) => row.id);
}

/**
 * Resumes a listing like `resumeFunded`, but only if every clip was paid for all its counted views. Use it
 * after changes that pay no clip. If a clip still waits for money, the next settlement pays it first and then
 * resumes the listing with the rest.
 */
export async function resumeUnclaimed(tx: Tx, listingId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select from submissions s
    left join clip_earnings e on e.submission_id = s.id
    left join clip_tracking t on t.submission_id = s.id
    where s.listing_id = ${listingId} and (s.status = 'approved' and e.state is null
      or e.state in ('accruing', 'appealed') and views_that_count(t.by_figures, t.submission_id, t.eligible_views, t.views) > e.paid_views)
    limit 1`.execute(tx);
  if (rows.length === 0) await resumeFunded(tx, [listingId], now);
}

/**
 * Locks the listings that may change, in id order and in a separate statement. So this transaction sees a
 * concurrent resume by the host, or that resume sees the balance after this transaction.
 */
async function lockWhere(tx: Tx, listingIds: readonly string[], condition: ReturnType<typeof sql>) {
  const { rows } = await sql`
    select l.id from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    where l.id = any(${idsOf(listingIds)}) and ${condition}
    order by l.id for no key update of l`.execute(tx);
  return rows.length > 0;
}

async function notifyHosts(
  tx: Tx,
  moved: Moved[],
  now: Date,
  action: 'listing.exhausted' | 'listing.resumed',
  words: (title: string) => Pick<Notice, 'title' | 'body'>,
): Promise<void> {
  for (const { id } of moved) {
    await writeAudit(tx, bySystem(now), action, 'listing', id);
  }
  const notices = moved.map(({ host_id, title }) => ({
    accountId: host_id,
    kind: action,
    link: '/host/listings',
    ...words(title),
  }));
  await notify(tx, notices, now);
}
