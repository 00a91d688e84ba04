import { sql } from 'kysely';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { formatRate } from '#contract/money.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { isOfOtherDatabase, isUnseen } from '#server/modules/events/events.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { type Follower, findFollowers, findNewListing, type NewListing } from './queries.ts';

/**
 * Number of people notified in one transaction, and number of transactions in one run. A host with many
 * followers takes several runs.
 */
const AT_ONCE = 500;
const ROUNDS = 20;

/**
 * Notifies clippers of new listings. The position in the events is a snapshot, which moves in the statement
 * that notes new listings. Each batch of people is notified in the transaction that stores its progress. So
 * nobody is left out or notified twice.
 */
export const notifyFollowers = (db: Database): Job => ({
  name: 'follows.notify-followers',
  async run(now) {
    if (!(await noteNew(db, now))) return;
    for (let round = 0; round < ROUNDS; round++) {
      if (!(await transact(db, (tx) => notifySome(tx, now)))) return;
    }
  },
});

/** Notes new listings. Returns whether any notification may be left to send. */
async function noteNew(db: Database, now: Date): Promise<boolean> {
  const since = await readPosition(db);
  const position = sql`${since}::pg_snapshot`;
  const { rows } = await sql<{ isBehind: boolean; isTelling: boolean }>`
    select ${isOfOtherDatabase(position)} or
      exists (select from (select from events where ${isUnseen(position)} order by events.xid limit 1) first)
      as "isBehind", exists (select from listing_alerts) as "isTelling"`.execute(db);
  const { isBehind, isTelling } = rows[0]!;
  if (isBehind) await transact(db, (tx) => noteSince(tx, now));
  return isBehind || isTelling;
}

/**
 * Reads the position. It is read first and passed to the next statement as a value, so that the plan depends
 * on it.
 */
async function readPosition(db: Database | Tx, { lock = false } = {}): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot::text from listing_alert_positions ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]!.snapshot;
}

/**
 * Notes the listings since the position. A position from another PostgreSQL, restored with a dump, is
 * replaced without announcing listings again.
 */
async function noteSince(tx: Tx, now: Date): Promise<void> {
  const position = sql`${await readPosition(tx, { lock: true })}::pg_snapshot`;
  await sql`
    with noted as (
      insert into listing_alerts (listing_id, noted_at)
      select distinct events.listing_id, ${now}::timestamptz from events
      join listings l on l.id = events.listing_id
      where not ${isOfOtherDatabase(position)} and ${isUnseen(position)} and events.kind = 'listing.posted'
      on conflict do nothing
    )
    update listing_alert_positions set snapshot = pg_current_snapshot()`.execute(tx);
}

/** Notifies one batch of people. Returns false if nothing is left, or if another process is working on it. */
async function notifySome(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ listingId: string; notifiedUpTo: string | null }>`
    select listing_id as "listingId", notified_up_to as "notifiedUpTo" from listing_alerts
    order by noted_at, listing_id limit 1 for update skip locked`.execute(tx);
  const [alert] = rows;
  if (!alert) return false;
  const { listingId, notifiedUpTo } = alert;
  const listing = await findNewListing(tx, listingId);
  const followers = listing
    ? await findFollowers(tx, { listingId, after: notifiedUpTo ?? NOBODY, most: AT_ONCE })
    : [];
  if (listing)
    await notify(
      tx,
      followers.map((one) => noticeOf(one, listing)),
      now,
    );
  if (followers.length < AT_ONCE) {
    await tx.deleteFrom('listing_alerts').where('listing_id', '=', listingId).execute();
  } else {
    await tx
      .updateTable('listing_alerts')
      .set({ notified_up_to: followers.at(-1)!.clipperId })
      .where('listing_id', '=', listingId)
      .execute();
  }
  return true;
}

/** An id that sorts before every id of a person. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the notice of a new listing. It contains only our own words and names of a limited alphabet,
 * because a host could write anything into a title.
 */
function noticeOf(
  { clipperId, follows, search }: Follower,
  { id, username, rateCentsPerMille, ...counted }: NewListing,
): Notice {
  const pays = `It pays ${formatRate(rateCentsPerMille)} per 1,000 ${paidViewsText(counted)}.`;
  return {
    accountId: clipperId,
    kind: follows ? 'new_listing.of_host' : 'new_listing.of_search',
    title: follows ? `New listing by @${username}` : `New listing for “${search}”`,
    body: follows
      ? `@${username}, whom you follow, posted a listing. ${pays}`
      : `@${username} posted a listing that your saved search “${search}” finds. ${pays}`,
    link: `/listings/${id}`,
  };
}
