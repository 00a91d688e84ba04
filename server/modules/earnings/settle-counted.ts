import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { viewsThatCount } from '#server/modules/fraud-holds/fraud-holds.ts';
import { isFailing } from './failing-listings.ts';
import { type Round, settleIsolated } from './settle-isolated.ts';

/**
 * The search goes back this much further than `since`. A count is dated when its round began but is visible
 * only after its platform answers, and an approval is visible only after its commit.
 */
const LATE_MS = 2 * MINUTE;
/**
 * At most this many listings are settled in one transaction, which locks their accounts and those of their
 * clippers.
 */
const AT_ONCE = 500;

/**
 * Settles the listings of clips that were approved, counted or got figures since `since`, if the clips are
 * not paid accordingly.
 */
export async function settleCounted(db: Database, now: Date, since: Date): Promise<Round> {
  const { rows } = await countedSince(since).execute(db);
  const listingIds = rows.map((row) => row.listing_id);
  const round: Round = { listingIds: [], failures: [] };
  while (listingIds.length > 0) {
    const settled = await settleIsolated(db, now, listingIds.splice(0, AT_ONCE));
    round.listingIds.push(...settled.listingIds);
    round.failures.push(...settled.failures);
  }
  return round;
}

const countedSince = (since: Date) => sql<{ listing_id: string }>`
  select t.listing_id from clip_tracking t join clip_earnings e on e.submission_id = t.submission_id
  where (t.last_fetched_at > ${after(since, -LATE_MS)} or t.submission_id = any(array(
      select submission_id from clip_counted_stretches where read_at > ${after(since, -LATE_MS)})))
    and e.state = 'accruing' and ${viewsThatCount} <> e.paid_views and not ${isFailing(sql`t.listing_id`)}
  union
  select s.listing_id from submissions s
  where s.status = 'approved' and s.approved_at > ${after(since, -LATE_MS)} and not ${isFailing(sql`s.listing_id`)}
    and not exists (select 1 from clip_earnings known where known.submission_id = s.id)
  order by listing_id`;
