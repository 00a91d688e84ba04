import { type RawBuilder, sql } from 'kysely';
import { newId } from '#server/infra/id.ts';
import { idsOf } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type MovementKind, type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { accruing, clipStates } from './clip-states.ts';

/** Sets aside reserved allocations, then contested amounts, as far as the listing has free money. */
export async function raiseReserves(tx: Tx, listingIds: string[], now: Date): Promise<void> {
  await raise(tx, listingIds, now, { allocation: true, kind: 'clip.reserved' });
  await raise(tx, listingIds, now, { allocation: false, kind: 'clip.contested' });
}

async function raise(
  tx: Tx,
  listingIds: string[],
  now: Date,
  { allocation, kind }: { allocation: boolean; kind: MovementKind },
): Promise<void> {
  const entryId = newId();
  const { rows } = await sql<{ result: PostResult | null }>`
    with wanted as (
      select e.submission_id, e.listing_id, e.approved_at, e.reserve_micros - e.reserved_micros as want
      from (${clipStates(accruing(listingIds))}) e
      where e.reserves = ${allocation}
    ), queued as (
      select wanted.*, (sum(want) over (
        partition by listing_id order by approved_at, submission_id rows unbounded preceding))::bigint - want as before
      from wanted where want > 0
    ), raised as materialized (
      select q.submission_id, q.listing_id, least(q.want, greatest(a.balance_micros - q.before, 0)) as amount
      from queued q join ledger_accounts a on a.kind = 'listing' and a.owner_id = q.listing_id
    ), kept as (
      update clip_earnings e set reserved_micros = e.reserved_micros + r.amount
      from raised r where e.submission_id = r.submission_id and r.amount > 0
    ), lines as (
      select 'listing' as debit_kind, listing_id as debit_owner_id, 'clip_reserved' as credit_kind,
        submission_id as credit_owner_id, amount as amount_micros, submission_id as subject_id
      from raised where amount > 0
    )
    select ${postRows({ id: entryId, kind, occurredAt: now })} as result from lines`.execute(tx);
  mustBePosted(rows[0]!.result, entryId);
}

/**
 * Returns to the listing the part of reserves that clips no longer need, as after an upheld hold, a fallen
 * count or a closed window.
 */
export async function lowerReserves(tx: Tx, listingIds: string[], now: Date): Promise<void> {
  await giveBack(
    tx,
    sql`select e.submission_id, e.listing_id, e.reserved_micros - e.reserve_micros as amount
      from (${clipStates(accruing(listingIds))}) e
      where e.reserved_micros > e.reserve_micros`,
    now,
  );
}

/**
 * Returns all reserves of these listings' clips to the budgets. The next settlement reserves the needed
 * amounts again, as far as money remains. The caller has locked the listings' accounts.
 */
export async function emptyReserves(tx: Tx, listingIds: string[], now: Date): Promise<void> {
  await giveBack(
    tx,
    sql`select submission_id, listing_id, reserved_micros as amount from clip_earnings
      where listing_id = any(${idsOf(listingIds)}) and reserved_micros > 0`,
    now,
  );
}

async function giveBack(tx: Tx, spare: RawBuilder<unknown>, now: Date): Promise<void> {
  const entryId = newId();
  const { rows } = await sql<{ result: PostResult | null }>`
    with spare as materialized (${spare}), kept as (
      update clip_earnings e set reserved_micros = e.reserved_micros - s.amount
      from spare s where e.submission_id = s.submission_id
    ), lines as (
      select 'clip_reserved' as debit_kind, submission_id as debit_owner_id, 'listing' as credit_kind,
        listing_id as credit_owner_id, amount as amount_micros, submission_id as subject_id
      from spare
    )
    select ${postRows({ id: entryId, kind: 'reservation.ended', occurredAt: now })} as result from lines`.execute(
    tx,
  );
  mustBePosted(rows[0]!.result, entryId);
}

function mustBePosted(result: PostResult | null, entryId: string): void {
  if (result !== null && result !== 'posted') throw new Error(`entry ${entryId} was not posted: ${result}`);
}
