import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import { isDatabaseUnavailable } from '#server/infra/database-unavailable.ts';
import { type Database, sqlState } from '#server/infra/transaction.ts';
import { isFailing } from './failing-listings.ts';
import { settle } from './settle.ts';

/** A listing that can't be settled is retried after this long. */
const RETRY_MS = 10 * MINUTE;

export interface Round {
  /** Listings whose budget moved. */
  listingIds: string[];
  /** Errors of listings that failed even when settled separately. */
  failures: unknown[];
}

/**
 * Settles these listings together, or all. If that fails, settles them by halves down to the listings that
 * fail separately, and notes those. Later calls of `settle` leave the noted listings out, so that one listing
 * blocks nobody else's earnings.
 * @throws when the database can't be reached or another transaction was in the way, because then no listing
 * is at fault
 */
export async function settleIsolated(db: Database, now: Date, only: string[] | null): Promise<Round> {
  const round: Round = { listingIds: [], failures: [] };
  const settleHalves = async (ids: string[]): Promise<void> => {
    try {
      round.listingIds.push(...(await settle(db, now, { listingIds: ids })).listingIds);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (ids.length === 1) {
        round.failures.push(error);
        await noteFailure(db, ids[0]!, now);
        return;
      }
      const half = Math.ceil(ids.length / 2);
      await settleHalves(ids.slice(0, half));
      await settleHalves(ids.slice(half));
    }
  };
  if (only) {
    if (only.length > 0) await settleHalves(only);
    return round;
  }
  try {
    return { listingIds: (await settle(db, now)).listingIds, failures: [] };
  } catch (error) {
    if (isPassing(error)) throw error;
    const ids = await earningListings(db);
    if (ids.length === 0) throw error;
    await settleHalves(ids);
    return round;
  }
}

/** Retries failing listings that are due. */
export async function retryFailing(db: Database, now: Date): Promise<Round> {
  const due = await db
    .selectFrom('settlement_failures')
    .select('listing_id')
    .where('retry_at', '<=', now)
    .orderBy('listing_id')
    .execute();
  const round: Round = { listingIds: [], failures: [] };
  for (const { listing_id: id } of due) {
    const { listingIds, failures } = await settleIsolated(db, now, [id]);
    round.listingIds.push(...listingIds);
    round.failures.push(...failures);
    if (failures.length === 0)
      await db.deleteFrom('settlement_failures').where('listing_id', '=', id).execute();
  }
  return round;
}

/**
 * Whether an error is caused by the moment, not by the data: the database is away, or SQLSTATE class 40
 * (deadlock), 55 (lock not available) or 57 (canceled).
 */
const isPassing = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || /^(?:40|55|57)/.test(sqlState(error) ?? '');

async function noteFailure(db: Database, listingId: string, now: Date): Promise<void> {
  const retry_at = after(now, RETRY_MS);
  await db
    .insertInto('settlement_failures')
    .values({ listing_id: listingId, failed_at: now, retry_at })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ retry_at }))
    .execute();
}

/** Returns listings with a clip that may earn, without failing ones. */
async function earningListings(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l
    where not ${isFailing(sql`l.id`)} and (
      exists (select from clip_earnings e where e.listing_id = l.id and e.state in ('accruing', 'appealed'))
      or exists (select from submissions s where s.listing_id = l.id and s.status = 'approved'
        and not exists (select from clip_earnings known where known.submission_id = s.id)))
    order by l.id`.execute(db);
  return rows.map(({ id }) => id);
}
