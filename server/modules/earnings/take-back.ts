import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clipperAvailable, type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { returnFreed } from '#server/modules/listings/listings.ts';
import { isClosed, reclaimSuspense, sweepClosed } from '#server/modules/suspense/suspense.ts';
import { clipStates } from './clip-states.ts';
import { repayWithAccruals } from './repay.ts';
import { resumeListings } from './resume.ts';
import { freedListings } from './return-freed.ts';

export interface TakenBack {
  /** The amount taken from pending or available earnings. */
  takenBackMicros: Micros;
  /** The amount that was already paid out, so that the clipper owes it. */
  owedMicros: Micros;
}

interface Recovery {
  submissionId: string;
  listingId: string;
  clipperId: AccountId;
  now: Date;
}

/**
 * Returns the money paid for a clip's excluded views to its listing, newest accrual first, and resumes what
 * waited for budget. Pending and available money is taken now; paid-out money becomes a debt. The caller has
 * locked the accounts of host, listing and clipper, excluded the views and canceled the payouts that were not
 * sent, so that their money is available again.
 */
export async function takeBack(tx: Tx, recovery: Recovery): Promise<TakenBack> {
  const { listingId, clipperId, now } = recovery;
  const available = clipperAvailable(clipperId);
  // Money in suspense for a closed account still belongs to its clipper, so it is taken before a debt is
  // booked.
  if (await isClosed(tx, clipperId)) await reclaimSuspense(tx, available, now);
  const taken = await reverseExcluded(tx, recovery);
  await sweepClosed(tx, available, closedAccountMoney(clipperId), now);
  await resumeListings(tx, [listingId], now);
  for (const freed of await freedListings(tx, [listingId])) await returnFreed(tx, { ...freed, now });
  return taken;
}

const closedAccountMoney = (clipperId: AccountId) =>
  ({ cause: 'closed_account', rail: null, reference: clipperId, subjectId: clipperId }) as const;

/**
 * CTEs that follow `apart`. If the part of an accrual that is cut off was in payouts, these get the new
 * accrual of that part instead, newest link first.
 */
const movedParts = (entryId: string): RawBuilder<unknown> => sql`
      moving as materialized (
      select l.*, least(l.amount_micros, l.gone - l.before) as moves from (
        select p.payout_id, p.submission_id, p.entry_id, p.amount_micros, p.linked_at, k.back_micros - k.own_most as gone,
          sum(p.amount_micros) over (order by p.linked_at desc, p.payout_id desc)::bigint - p.amount_micros as before
        from apart k join payout_accruals p on p.submission_id = k.submission_id and p.entry_id = k.entry_id
        where k.state = 'released' and k.back < k.views_to - k.views_from and p.freed_at is null
      ) l where l.gone > l.before
    ), emptied as (
      delete from payout_accruals p using moving m
      where p.payout_id = m.payout_id and p.submission_id = m.submission_id and p.entry_id = m.entry_id
        and m.moves = p.amount_micros
    ), lessened as (
      update payout_accruals p set amount_micros = p.amount_micros - m.moves from moving m
      where p.payout_id = m.payout_id and p.submission_id = m.submission_id and p.entry_id = m.entry_id
        and m.moves < p.amount_micros
    ), moved as (
      insert into payout_accruals (payout_id, submission_id, entry_id, amount_micros, linked_at)
      select payout_id, submission_id, ${entryId}, moves, linked_at from moving`;

/**
 * Reverses a clip's pending and released accruals, newest first, until the clip was paid no more than it may
 * be. In a divided accrual the available part is reversed first, then the part that was paid out last. A
 * paid-out part stays in its payout as reversed. Available money of other accruals replaces it as far as
 * possible; the remaining amount is owed.
 */
async function reverseExcluded(tx: Tx, { submissionId, clipperId, now }: Recovery): Promise<TakenBack> {
  const entryId = newId();
  const { rows } = await sql<{ back: bigint; owed: bigint; others: bigint; result: PostResult | null }>`
    with clip as materialized (
      select * from (${clipStates(sql`e.submission_id = ${submissionId}`)}) e where payable_views < paid_views
    ), steps as (
      select a.*, c.paid_views - c.payable_views as need, coalesce((sum(a.views_to - a.views_from) over (
        order by a.views_from desc rows between unbounded preceding and 1 preceding))::bigint, 0) as newer
      from accruals a join clip c on c.submission_id = a.submission_id
      where a.state in ('pending', 'released')
    ), cut as (
      select steps.*, least(views_to - views_from, need - newer) as back,
        least(views_to - views_from, need - newer) * rate_micros_per_view as back_micros
      from steps where need > newer
    ), taken as materialized (
      select cut.*, case when state = 'released' then least(back_micros, greatest(coalesce(available.balance_micros, 0)
        - coalesce((sum(back_micros) filter (where state = 'released') over (
          order by views_from desc rows between unbounded preceding and 1 preceding))::bigint, 0), 0)) end as at_hand
      from cut left join ledger_accounts available
        on available.kind = 'clipper_available' and available.owner_id = cut.clipper_id
    ), apart as materialized (
      select k.*, least(k.own_most, greatest((sum(k.at_hand) over ())::bigint
        - ((sum(k.own_most) over (order by k.views_from desc))::bigint - k.own_most), 0)) as own
      from (select t.*, case when t.state = 'released' then least(t.back_micros, t.available_micros) else 0 end as own_most
        from taken t) k
    ), undone as (
      update accruals a set state = 'reversed', reversed_at = ${now}, available_micros = a.available_micros - k.own
      from apart k
      where a.submission_id = k.submission_id and a.entry_id = k.entry_id and k.back = a.views_to - a.views_from
    ), shortened as (
      update accruals a set views_to = a.views_to - k.back, amount_micros = a.amount_micros - k.back_micros,
        available_micros = a.available_micros - k.own_most
      from apart k
      where a.submission_id = k.submission_id and a.entry_id = k.entry_id and k.back < a.views_to - a.views_from
    ), cut_off as (
      insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
        amount_micros, counted_views, counted_at, accrued_at, release_due_at, state, released_at, reversed_at, available_micros)
      select submission_id, ${entryId}, listing_id, clipper_id, views_to - back, views_to, rate_micros_per_view,
        back_micros, counted_views, counted_at, accrued_at, release_due_at, 'reversed', released_at, ${now}, own_most - own
      from apart where back < views_to - views_from
    ), ${movedParts(entryId)}
    ), lowered as (
      update clip_earnings e set paid_views = e.paid_views - t.back, paid_micros = e.paid_micros - t.back_micros
      from (select submission_id, sum(back)::bigint as back, sum(back_micros)::bigint as back_micros
        from taken group by submission_id) t
      where e.submission_id = t.submission_id
    ), lines as (
      select part.debit_kind, t.clipper_id as debit_owner_id, 'listing' as credit_kind,
        t.listing_id as credit_owner_id, part.amount_micros, t.submission_id as subject_id
      from taken t, lateral (values
        ('clipper_pending', case when t.state = 'pending' then t.back_micros end),
        ('clipper_available', t.at_hand),
        ('clipper_owed', t.back_micros - t.at_hand)) as part (debit_kind, amount_micros)
      where part.amount_micros > 0
    )
    select coalesce(sum(amount_micros) filter (where debit_kind <> 'clipper_owed'), 0)::bigint as back,
      coalesce(sum(amount_micros) filter (where debit_kind = 'clipper_owed'), 0)::bigint as owed,
      (coalesce(sum(amount_micros) filter (where debit_kind = 'clipper_available'), 0)
        - (select coalesce(sum(own), 0) from apart))::bigint as others,
      ${postRows({ id: entryId, kind: 'fraud.upheld', occurredAt: now })} as result
    from lines`.execute(tx);
  const { back, owed, others, result } = rows[0]!;
  if (result !== null && result !== 'posted')
    throw new Error(`recovery ${entryId} was not posted: ${result}`);
  if (others > 0n) await repayWithAccruals(tx, clipperId, micros(others), now);
  return { takenBackMicros: micros(back), owedMicros: micros(owed) };
}
