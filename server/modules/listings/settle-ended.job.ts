import { sql } from 'kysely';
import { RECHECK_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import type { DueWork } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { returnRest } from './remove.ts';

/** Nothing is undecided, in dispute, or still to be earned in listing `l`. */
const nothingOpen = sql`
  not exists (select from submissions s where s.listing_id = l.id and s.status = 'pending')
  and not exists (
    select from submissions s left join clip_earnings e on e.submission_id = s.id
    where s.listing_id = l.id and s.status = 'approved'
      and (e.state is null or e.state = 'accruing' or e.reserved_micros > 0))
  and not exists (
    select from holds h join submissions s on s.id = h.submission_id
    where s.listing_id = l.id and s.status = 'approved' and h.state in ('open', 'escalated'))`;

/** When listing `l` can be settled at the earliest: its last window and the recheck of it; at once where there is none. */
const settlesAt = sql`greatest(l.ended_at, (
  select max(s.tracking_until) from submissions s where s.listing_id = l.id and s.status = 'approved')
  + ${`${RECHECK_HOURS} hours`}::interval)`;

/**
 * Returns what is left of ended listings to their hosts, once every window has closed and was rechecked, every clip has
 * its last earnings, and no hold is open.
 */
export function settleEnded(db: Database): DueWork {
  return {
    name: 'listing settlement',
    async run(now, signal) {
      while (!signal?.aborted && (await transact(db, (tx) => settleOne(tx, now))));
    },
    async nextDueAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select min(${settlesAt}) as at from listings l where l.state = 'ended' and ${nothingOpen}`.execute(
        db,
      );
      return rows[0]?.at ?? null;
    },
  };
}

async function settleOne(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string; host_id: string; title: string }>`
    select l.id, l.host_id, l.title from listings l
    where l.state = 'ended' and ${settlesAt} <= ${now} and ${nothingOpen}
    order by l.id limit 1 for no key update of l skip locked`.execute(tx);
  const listing = rows[0];
  if (!listing) return false;
  await tx
    .updateTable('listings')
    .set({ state: 'settled', settled_at: now })
    .where('id', '=', listing.id)
    .execute();
  const returned = await returnRest(tx, listing.id, listing.host_id, now);
  await notify(
    tx,
    {
      userId: listing.host_id,
      kind: 'listing.settled',
      title: 'Listing settled',
      body: `“${listing.title}” is closed; ${formatUsd(returned)} went back to your balance.`,
      link: '/host/listings',
    },
    now,
  );
  return true;
}
