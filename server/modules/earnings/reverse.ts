import { sql } from 'kysely';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type MovementKind, type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { clipStates, type LockedAccounts, lockedClips } from './clip-states.ts';

/**
 * Reverses pending money for views that are no longer payable, newest accrual first. Released money stays.
 * The caller has locked the accounts, so no accrual can be released meanwhile. Money for views on hold and
 * reserved allocations goes to the clip's reserve. Money for views that a platform removed returns to the
 * listing.
 */
export async function reverseFallen(tx: Tx, locked: LockedAccounts, now: Date): Promise<void> {
  await reverse(tx, locked, now, { onHold: true, kind: 'clip.contested' });
  await reverse(tx, locked, now, { onHold: false, kind: 'counter.fell' });
}

async function reverse(
  tx: Tx,
  locked: LockedAccounts,
  now: Date,
  { onHold, kind }: { onHold: boolean; kind: MovementKind },
): Promise<void> {
  const entryId = newId();
  const { rows } = await sql<{ result: PostResult | null }>`
    with fallen as materialized (
      select * from (${clipStates(lockedClips(locked))}) e
      where payable_views < paid_views and is_on_hold = ${onHold}
    ), pending as (
      select a.*, f.paid_views - f.payable_views as need, f.is_on_hold or f.reserves as to_reserve,
        coalesce((sum(a.views_to - a.views_from) over (
          partition by a.submission_id order by a.views_from desc rows between unbounded preceding and 1 preceding
        ))::bigint, 0) as newer
      from accruals a join fallen f on f.submission_id = a.submission_id
      where a.state = 'pending'
    ), taken as materialized (
      select pending.*, least(views_to - views_from, need - newer) as back,
        least(views_to - views_from, need - newer) * rate_micros_per_view as back_micros
      from pending where need > newer
    ), undone as (
      update accruals a set state = 'reversed' from taken k
      where a.submission_id = k.submission_id and a.entry_id = k.entry_id and a.state = 'pending'
        and k.back = a.views_to - a.views_from
      returning k.*
    ), shortened as (
      update accruals a set views_to = a.views_to - k.back, amount_micros = a.amount_micros - k.back_micros
      from taken k
      where a.submission_id = k.submission_id and a.entry_id = k.entry_id and a.state = 'pending'
        and k.back < a.views_to - a.views_from
      returning k.*
    ), cut_off as (
      insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
        amount_micros, counted_views, counted_at, accrued_at, release_due_at, state)
      select submission_id, ${entryId}, listing_id, clipper_id, views_to - back, views_to, rate_micros_per_view,
        back_micros, counted_views, counted_at, accrued_at, release_due_at, 'reversed'
      from shortened
    ), clips as materialized (
      select submission_id, listing_id, clipper_id, to_reserve, sum(back)::bigint as back,
        sum(back_micros)::bigint as back_micros
      from (select * from undone union all select * from shortened) changed
      group by submission_id, listing_id, clipper_id, to_reserve
    ), lowered as (
      update clip_earnings e set paid_views = e.paid_views - c.back, paid_micros = e.paid_micros - c.back_micros,
        reserved_micros = e.reserved_micros + case when c.to_reserve then c.back_micros else 0 end
      from clips c where e.submission_id = c.submission_id
    ), lines as (
      select 'clipper_pending' as debit_kind, clipper_id as debit_owner_id,
        case when to_reserve then 'clip_reserved' else 'listing' end as credit_kind,
        case when to_reserve then submission_id else listing_id end as credit_owner_id,
        back_micros as amount_micros, submission_id as subject_id
      from clips
    )
    select ${postRows({ id: entryId, kind, occurredAt: now })} as result from lines`.execute(tx);
  const { result } = rows[0]!;
  if (result !== null && result !== 'posted')
    throw new Error(`reversal ${entryId} was not posted: ${result}`);
}
