import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { RECHECK_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { host, listing, lock } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { appealWindow, upheldAppealUntil } from './appeal-until.ts';
import { returnRemainder } from './return-remainder.ts';

/** SQL: listing `l` has no undecided or contested clip, and all earnings are final. */
const nothingOpen = sql`
  not exists (select from submissions s where s.listing_id = l.id and s.status = 'pending')
  and not exists (
    select from submissions s left join clip_earnings e on e.submission_id = s.id
    where s.listing_id = l.id and s.status = 'approved'
      and (e.state is null or e.state = 'accruing' or e.reserved_micros > 0))
  and not exists (select from appeals a where a.listing_id = l.id and a.state in ('open', 'escalated'))
  and not exists (
    select from clip_earnings e where e.listing_id = l.id and (e.state = 'appealed' or e.reserved_micros > 0))
  and not exists (
    select from fraud_holds h join submissions s on s.id = h.submission_id
    where s.listing_id = l.id and s.status = 'approved' and h.state in ('open', 'escalated'))`;

/**
 * SQL: when listing `l` can be settled at the earliest. That is after the last window and its recheck, and
 * after the time in which the listing's clippers can appeal a rejection or an upheld hold. Without any of
 * these, the listing can be settled when it ends.
 */
const settlesAt = sql`greatest(l.ended_at, (
  select max(s.tracking_until) from submissions s where s.listing_id = l.id and s.status = 'approved')
  + ${`${RECHECK_HOURS} hours`}::interval, (
  select max(s.decided_at) from submissions s where s.listing_id = l.id and s.status = 'rejected'
    and not exists (select from appeals a where a.submission_id = s.id and a.fraud_hold_id is null))
  + ${appealWindow}, (
  select max(${upheldAppealUntil}) from submissions s join fraud_holds h on h.submission_id = s.id
  where s.listing_id = l.id and s.status = 'approved' and h.state = 'upheld'
    and not exists (select from appeals a where a.fraud_hold_id = h.id)))`;

/**
 * Returns the remaining budget of ended listings to their hosts. A listing is settled once every window has
 * closed and was rechecked, every clip has its last earnings, and no hold or appeal is open or can still be
 * filed.
 */
export function settleEnded(db: Database): Job {
  return {
    name: 'listings.settle-ended',
    async run(now, signal) {
      const { rows } = await sql<Ended>`
        select l.id, l.host_id, l.title from listings l where ${settleable(now)} order by l.id`.execute(db);
      await forEachSettled(rows, (ended) => transact(db, (tx) => settleOne(tx, ended, now)), signal);
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
      select min(${settlesAt}) from listings l where l.state = 'ended' and ${nothingOpen}`,
  };
}

interface Ended {
  id: string;
  host_id: AccountId;
  title: string;
}

const settleable = (now: Date) => sql`l.state = 'ended' and ${settlesAt} <= ${now} and ${nothingOpen}`;

async function settleOne(tx: Tx, ended: Ended, now: Date): Promise<void> {
  // The accounts are locked before the listing, as a settlement or a removal does. Then the job checks again
  // whether the listing may settle.
  await lock(tx, [host(ended.host_id), listing(ended.id)]);
  const { rows } = await sql`
    update listings l set state = 'settled', settled_at = ${now}
    where l.id = ${ended.id} and ${settleable(now)} returning l.id`.execute(tx);
  if (rows.length > 0) await close(tx, ended, now);
}

async function close(tx: Tx, listing: Ended, now: Date): Promise<void> {
  const returned = await returnRemainder(tx, { listingId: listing.id, hostId: listing.host_id, now });
  await writeAudit(tx, bySystem(now), 'listing.settled', 'listing', listing.id, { returnedMicros: returned });
  await notify(
    tx,
    {
      accountId: listing.host_id,
      kind: 'listing.settled',
      title: 'Listing settled',
      body: `“${listing.title}” is closed; ${formatUsd(returned)} went back to your balance.`,
      link: '/host/listings',
    },
    now,
  );
}
