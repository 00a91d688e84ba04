import { sql } from 'kysely';
import { newId } from '#server/infra/id.ts';
import { at, type Damage, first, fourCents, movement, paid, step } from './damage.ts';

/** Damages that add rows to which nothing refers, or states that other rows contradict. */
export const madeUp: readonly Damage[] = [
  {
    what: 'an entry is made up',
    by: sql`insert into ledger_entries (id, key, request_hash, kind, occurred_at) values (${newId()}, 'made up', 'x', 'x', ${at})`,
    found: 'no key was used twice, and every entry moved something',
  },
  {
    what: 'a transfer runs between accounts that its kind does not allow',
    by: sql`update ledger_transfers set kind = 'listing.settled' where ${movement('listing.posted')}`,
    found: 'every transfer is a known movement',
  },
  {
    what: 'a deposit is made up',
    by: sql`insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at, confirmed_at)
      select ${newId()}, id, 'test', 10000, 'confirmed', 'x', ${at}, ${at} from users where role = 'host' limit 1`,
    found: 'each confirmed deposit moved its amount once',
  },
  {
    what: 'a refund is made up',
    by: sql`insert into deposit_refunds (id, deposit_id, amount_micros, state, cause, created_at, finished_at)
      select ${newId()}, id, 10000, 'refunded', 'self', ${at}, ${at} from deposits limit 1`,
    found: 'each refund moved its amount once, and back when it failed',
  },
  {
    what: 'more of a deposit was refunded than arrived',
    by: sql`insert into deposit_refunds (id, deposit_id, amount_micros, state, cause, created_at, finished_at)
      select ${newId()}, id, amount_micros + 10000, 'refunded', 'self', ${at}, ${at} from deposits limit 1`,
    found: 'no more of a deposit was refunded than arrived',
  },
  {
    what: 'a dispute is made up',
    by: sql`insert into deposit_disputes (id, payment_intent, amount_micros, reason, host_micros, opened_at)
      select 'dp_0', payment_intent, 10000, 'x', 10000, ${at} from card_payments where deposit_id is not null limit 1`,
    found: 'what disputes hold is what was charged back',
  },
  {
    what: 'a dispute’s fee is another one',
    by: sql`update deposit_disputes set booked_fee_micros = booked_fee_micros + ${fourCents}, fee_micros = fee_micros + ${fourCents}`,
    found: 'what disputes cost is what was booked',
  },
  {
    what: 'a payout is made up',
    by: sql`insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, finished_at, due_at)
      select ${newId()}, id, 'weekly', 10000, 'x', 'failed', ${at}, ${at}, ${at} from users where role = 'clipper' limit 1`,
    found: 'each payout started once and ended at most once',
  },
  {
    what: 'a payout is made of steps with a smaller sum',
    by: sql`delete from payout_accruals where payout_id = (select id from payouts where state = 'paid' order by id limit 1)`,
    found: 'each payout that left or is under way is made of steps, to the cent',
  },
  {
    what: 'a step is made up',
    by: sql`insert into accruals select ${newId()}, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
      amount_micros, counted_views, counted_at, accrued_at, release_due_at from accruals where ${step('pending')}`,
    found: 'the steps of a clip follow each other up to what it was paid',
  },
  {
    what: 'a listing is made up',
    by: sql`insert into listings (id, host_id, state, current_version, title, rate_cents_per_mille, platforms, search_text,
        funded_micros, created_at)
      select ${newId()}, id, 'active', 1, 'x', 100, '{tiktok}', 'x', 10000, ${at} from users where role = 'host' limit 1`,
    found: 'paid, reserved, free and returned are what a listing was funded with',
  },
  {
    what: 'a listing with budget reads as settled',
    by: sql`update listings set state = 'settled', pause_reason = null, settled_at = ${at} where id = (
      select owner_id from ledger_accounts where kind = 'listing' and balance_micros > 0 order by owner_id limit 1)`,
    found: 'a settled listing holds nothing',
  },
  {
    what: 'a listing with budget, for which no clip waits, reads as exhausted',
    by: sql`update listings l set state = 'paused', pause_reason = 'exhausted' where state in ('active', 'paused') and not exists (
        select from clip_earnings e join clip_tracking t on t.submission_id = e.submission_id
        where e.listing_id = l.id and e.state in ('accruing', 'appealed') and t.eligible_views > e.paid_views)
      and exists (select from ledger_accounts a where a.kind = 'listing' and a.owner_id = l.id and a.balance_micros > 20000000)`,
    found: 'a listing paused for want of budget has less than 1,000 views cost, or clips that wait for it',
  },
  {
    what: 'a closed account holds money',
    by: sql`update accounts set closed_at = ${at} where id = (
      select owner_id from ledger_accounts where kind = 'host' and balance_micros > 0 limit 1)`,
    found: 'a closed account holds nothing',
  },
  {
    what: 'a suspense item is made up',
    by: sql`insert into suspense_items (id, cause, rail, amount_micros, reference, subject_id, arrived_at)
      values (${newId()}, 'unmatched', 'bank', 10000, 'x', ${newId()}, ${at})`,
    found: 'what is in suspense is the sum of its open items',
  },
  {
    what: 'a finished clip has earnings that are pending',
    by: sql`update clip_earnings e set state = 'finished' where exists (
      select from accruals a where a.submission_id = e.submission_id and a.state = 'pending')`,
    found: 'nothing of a finished clip is pending',
  },
  {
    what: 'a clip that was paid never reached its minimum',
    by: sql`update clip_earnings set minimum_reached = false where min_views > 0`,
    found: 'what was paid reached its minimum',
  },
  {
    what: 'a clip was paid for one view more',
    by: sql`update clip_earnings set paid_views = paid_views + 1, paid_micros = paid_micros + rate_micros_per_view
      where paid_views > 0 and max_payout_micros is null`,
    found: 'the steps of a clip follow each other up to what it was paid',
  },
  {
    what: 'a debt is forgotten',
    by: sql`delete from ledger_transfers where kind = 'debt.written_off'`,
    found: 'what payouts took of views that were not real is owed or written off',
  },
  {
    what: 'a payout waits for somebody who owes',
    by: sql`insert into ledger_accounts select 'clipper_owed', clipper_id, -10000 from payouts where state = 'requested' limit 1
      on conflict (kind, owner_id) do update set balance_micros = excluded.balance_micros`,
    found: 'nothing waits for or leaves to somebody who owes',
  },
  {
    what: 'a payout is larger than what was released',
    by: sql`update payouts set amount_micros = amount_micros + 10000 where ${first('payouts', paid)}`,
    found:
      'released money is available, on its way, paid out, owed, in suspense, or less than a cent of a closed account',
  },
  {
    what: 'a clipper’s available balance is another clipper’s',
    by: sql`update ledger_accounts a set balance_micros = (select sum(balance_micros) from ledger_accounts where kind = 'clipper_available')
        * (a.owner_id = (select min(owner_id::text)::uuid from ledger_accounts where kind = 'clipper_available'))::int
      where kind = 'clipper_available'`,
    found:
      'what is available, in suspense for its clipper, or less than a cent of a closed account is the steps that say so',
  },
];
