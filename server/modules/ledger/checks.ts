import { type RawBuilder, sql } from 'kysely';
import { EXHAUSTED_VIEWS } from '#contract/limits.ts';
import { accrualChecks } from './check-accruals.ts';
import { countChecks } from './check-counts.ts';
import { depositChecks } from './check-deposits.ts';
import { entryChecks } from './check-entries.ts';
import { listingChecks } from './check-listings.ts';
import { payoutChecks } from './check-payouts.ts';
import { suspenseChecks } from './check-suspense.ts';
import { MOVEMENTS } from './rules.ts';

/** All allowed movements as rows of kind, debit and credit. */
const allowed = Object.entries(MOVEMENTS).flatMap(([kind, pairs]) => pairs.map((pair) => [kind, ...pair]));
const column = (index: number): string[] => allowed.map((row) => row[index]!);

/** Sums what moved into and out of accounts, from transfers only. */
const flows = sql`
  select kind, owner_id, sum(change)::bigint as change from (
    select credit_kind as kind, credit_owner_id as owner_id, amount_micros as change from ledger_transfers
    union all select debit_kind, debit_owner_id, -amount_micros from ledger_transfers
  ) f group by kind, owner_id`;

/** Maps the name of each invariant to a query whose rows (column `what`) break it. */
export const CHECKS: Record<string, RawBuilder<unknown>> = {
  // The database adds up windows and days in its own time zone. In zones other than UTC, a week is an hour
  // shorter or longer twice a year.
  'sessions of the database run in UTC': sql`
    select current_setting('TimeZone') as what where current_setting('TimeZone') <> 'UTC'`,

  'the sum of all balances is zero': sql`
    select 'sum ' || sum(balance_micros) as what from ledger_accounts having sum(balance_micros) <> 0`,

  'each balance is the sum of its transfers': sql`
    select coalesce(a.kind, f.kind) || ' ' || coalesce(a.owner_id, f.owner_id) || ': ' || coalesce(a.balance_micros, 0)
      || ' against ' || coalesce(f.change, 0) as what
    from ledger_accounts a full join (${flows}) f on f.kind = a.kind and f.owner_id = a.owner_id
    where coalesce(a.balance_micros, 0) <> coalesce(f.change, 0)`,

  'no account of a person is below zero': sql`
    select kind || ' ' || owner_id || ': ' || balance_micros as what
    from ledger_accounts where balance_micros < 0 and kind >= 'host'`,

  'no key was used twice, and every entry moved something': sql`
    select 'key ' || key as what from ledger_entries group by key having count(*) > 1
    union all
    select 'entry ' || e.id from ledger_entries e
      where not exists (select from ledger_transfers t where t.entry_id = e.id)
    union all
    select 'transfer of ' || t.entry_id from ledger_transfers t
      where not exists (select from ledger_entries e where e.id = t.entry_id)`,

  'every transfer is a known movement': sql`
    select t.kind || ' from ' || t.debit_kind || ' to ' || t.credit_kind as what from ledger_transfers t
    where not exists (
      select from unnest(${column(0)}::text[], ${column(1)}::ledger_account_kind[], ${column(2)}::ledger_account_kind[])
        as m (kind, debit, credit)
      where m.kind = t.kind and m.debit = t.debit_kind and m.credit = t.credit_kind)`,

  'what was paid is paid views times the rate': sql`
    select 'clip ' || submission_id as what from clip_earnings
      where paid_micros <> paid_views * rate_micros_per_view
    union all
    select 'step of clip ' || submission_id from accruals
      where amount_micros <> (views_to - views_from) * rate_micros_per_view`,

  'the steps of a clip follow each other up to what it was paid': sql`
    select 'clip ' || coalesce(e.submission_id, a.submission_id) as what
    from clip_earnings e
    full join (
      select submission_id, sum(amount_micros) as amount, sum(views_to - views_from) as views,
        min(views_from) as first, max(views_to) as last
      from accruals where state <> 'reversed' group by submission_id
    ) a on a.submission_id = e.submission_id
    where coalesce(e.paid_micros, 0) <> coalesce(a.amount, 0) or coalesce(e.paid_views, 0) <> coalesce(a.views, 0)
      or coalesce(e.paid_views, 0) <> coalesce(a.last, 0) or coalesce(a.first, 0) <> 0`,

  'what was paid reached its minimum': sql`
    select 'clip ' || submission_id as what from clip_earnings
    where paid_views > 0 and min_views > 0 and not minimum_reached`,

  'nothing of a finished clip is pending': sql`
    select 'clip ' || e.submission_id as what from clip_earnings e
    where e.state = 'finished'
      and exists (select from accruals a where a.submission_id = e.submission_id and a.state = 'pending')`,

  'pending money is the pending steps': sql`
    select 'clipper ' || coalesce(h.owner_id, a.clipper_id) as what
    from (select owner_id, balance_micros from ledger_accounts where kind = 'clipper_pending') h
    full join (select clipper_id, sum(amount_micros) as amount from accruals where state = 'pending' group by clipper_id) a
      on a.clipper_id = h.owner_id
    where coalesce(h.balance_micros, 0) <> coalesce(a.amount, 0)`,

  'released money is available, on its way, paid out, owed, in suspense, or less than a cent of a closed account': sql`
    select 'clipper ' || coalesce(a.clipper_id, m.owner_id) as what
    from (select clipper_id, sum(amount_micros) as amount from accruals where state = 'released' group by clipper_id) a
    full join (
      select owner_id, sum(amount) as amount from (
        select owner_id, balance_micros as amount from ledger_accounts where kind = 'clipper_available'
        union all select owner_id, balance_micros from ledger_accounts where kind = 'clipper_owed'
        union all select credit_owner_id, -amount_micros from ledger_transfers where kind = 'debt.written_off'
        union all select clipper_id, amount_micros from payouts where state in ('requested', 'processing', 'paid')
        union all select debit_owner_id, amount_micros from ledger_transfers
          where kind = 'account.closed' and debit_kind = 'clipper_available'
        union all select debit_owner_id, amount_micros from ledger_transfers
          where kind = 'suspense.received' and debit_kind = 'clipper_available'
        union all select credit_owner_id, -amount_micros from ledger_transfers
          where kind = 'suspense.reclaimed' and credit_kind = 'clipper_available'
      ) parts group by owner_id
    ) m on m.owner_id = a.clipper_id
    where coalesce(a.amount, 0) <> coalesce(m.amount, 0)`,

  'what waits in reserves is what clips reserved': sql`
    select 'clip ' || coalesce(r.owner_id, e.submission_id) as what
    from (select owner_id, balance_micros from ledger_accounts where kind = 'clip_reserved') r
    full join clip_earnings e on e.submission_id = r.owner_id
    where coalesce(r.balance_micros, 0) <> coalesce(e.reserved_micros, 0)`,

  'paid, reserved, free and returned are what a listing was funded with': sql`
    select 'listing ' || l.id || ': ' || coalesce(c.paid, 0) + coalesce(c.reserved, 0) + coalesce(a.balance_micros, 0)
      + coalesce(m.returned, 0) || ' against ' || coalesce(m.funded, 0) as what
    from listings l
    left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    left join (select listing_id, sum(paid_micros) as paid, sum(reserved_micros) as reserved
      from clip_earnings group by listing_id) c on c.listing_id = l.id
    left join (
      select case when credit_kind = 'listing' then credit_owner_id else debit_owner_id end as listing_id,
        sum(amount_micros) filter (where credit_kind = 'listing') as funded,
        sum(amount_micros) filter (where debit_kind = 'listing') as returned
      from ledger_transfers
      where (debit_kind = 'host' and credit_kind = 'listing') or (debit_kind = 'listing' and credit_kind = 'host')
      group by 1
    ) m on m.listing_id = l.id
    where coalesce(c.paid, 0) + coalesce(c.reserved, 0) + coalesce(a.balance_micros, 0) + coalesce(m.returned, 0)
        <> coalesce(m.funded, 0)
      or l.funded_micros <> coalesce(m.funded, 0)`,

  'a settled listing holds nothing': sql`
    select 'listing ' || l.id || ': ' || coalesce(a.balance_micros, 0) + coalesce(c.reserved, 0) as what
    from listings l
    left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    left join (select listing_id, sum(reserved_micros) as reserved from clip_earnings group by listing_id) c
      on c.listing_id = l.id
    where l.state = 'settled' and coalesce(a.balance_micros, 0) + coalesce(c.reserved, 0) <> 0`,

  'a listing paused for want of budget has less than 1,000 views cost, or clips that wait for it': sql`
    select 'listing ' || l.id || ': ' || a.balance_micros as what
    from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    where l.state = 'paused' and l.pause_reason = 'exhausted'
      and a.balance_micros >= l.rate_cents_per_mille * ${10 * EXHAUSTED_VIEWS}::bigint
      and not exists (
        select from submissions s left join clip_earnings e on e.submission_id = s.id
        left join clip_tracking t on t.submission_id = s.id
        where s.listing_id = l.id and (s.status = 'approved' and e.state is null
          or e.state in ('accruing', 'appealed') and views_that_count(t.by_figures, t.submission_id, t.eligible_views, t.views) > e.paid_views))`,

  'each confirmed deposit moved its amount once': sql`
    select 'deposit ' || d.id as what from deposits d
    left join ledger_transfers t
      on t.subject_id = d.id and t.kind = 'deposit.confirmed' and t.credit_kind = 'host' and t.credit_owner_id = d.host_id
    group by d.id, d.state, d.amount_micros
    having (d.state in ('confirmed', 'disputed', 'charged_back'))::int <> count(t.entry_id)
      or sum(t.amount_micros) <> d.amount_micros`,

  'each refund moved its amount once, and back when it failed': sql`
    select 'refund ' || r.id as what from deposit_refunds r
    left join ledger_transfers t on t.subject_id = r.id
    group by r.id, r.state, r.amount_micros
    having coalesce(sum(t.amount_micros) filter (where t.kind = 'deposit.refunded'), 0)
        <> case when r.state in ('refunding', 'refunded', 'refund_failed') then r.amount_micros else 0 end
      or coalesce(sum(t.amount_micros) filter (where t.kind = 'deposit.refund_reversed'), 0)
        <> case when r.state = 'refund_failed' then r.amount_micros else 0 end`,

  'no more of a deposit was refunded than arrived': sql`
    select 'deposit ' || d.id as what from deposits d join deposit_refunds r on r.deposit_id = d.id
    where r.state in ('refunding', 'refunded')
    group by d.id, d.amount_micros having sum(r.amount_micros) > d.amount_micros`,

  'what disputes hold is what was charged back': sql`
    select 'deposit ' || coalesce(m.deposit_id, x.deposit_id) as what
    from (select p.deposit_id, sum(i.host_micros + i.loss_micros) as amount
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
      where p.deposit_id is not null group by p.deposit_id) x
    full join (select subject_id as deposit_id,
        sum(case when kind = 'chargeback' then amount_micros else -amount_micros end) as amount
      from ledger_transfers where kind in ('chargeback', 'chargeback.reversed') group by subject_id) m
      on m.deposit_id = x.deposit_id
    where coalesce(m.amount, 0) <> coalesce(x.amount, 0)`,

  ...payoutChecks,

  'what disputes cost is what was booked': sql`
    select 'deposit ' || coalesce(m.deposit_id, x.deposit_id) as what
    from (select p.deposit_id, sum(i.booked_fee_micros) as amount
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
      where p.deposit_id is not null group by p.deposit_id) x
    full join (select subject_id as deposit_id,
        sum(case when kind = 'dispute.fee' then amount_micros else -amount_micros end) as amount
      from ledger_transfers where kind in ('dispute.fee', 'dispute.fee_returned') group by subject_id) m
      on m.deposit_id = x.deposit_id
    where coalesce(m.amount, 0) <> coalesce(x.amount, 0)
    union all
    select 'dispute ' || i.id from deposit_disputes i
    join card_payments p on p.payment_intent = i.payment_intent join deposits d on d.id = p.deposit_id
    where d.state in ('confirmed', 'disputed', 'charged_back')
      and i.booked_fee_micros <> i.fee_micros - i.fee_returned_micros`,

  'each payout started once and ended at most once': sql`
    select 'payout ' || p.id as what
    from payouts p
    left join ledger_transfers t on t.subject_id = p.id and t.amount_micros = p.amount_micros
    group by p.id, p.state
    having count(*) filter (where t.kind = 'payout.started') <> 1
      or count(*) filter (where t.kind = 'payout.paid') <> (p.state in ('paid', 'returned'))::int
      or count(*) filter (where t.kind in ('payout.failed', 'payout.canceled')) <> (p.state in ('failed', 'canceled'))::int
      or count(*) filter (where t.kind = 'payout.returned') <> (p.state = 'returned')::int`,

  'a closed account holds nothing': sql`
    select a.kind || ' ' || a.owner_id || ' of ' || u.id || ': ' || a.balance_micros as what
    from accounts u
    join lateral (
      select u.id as owner_id, kind from unnest('{host,clipper_pending,clipper_available}'::ledger_account_kind[]) as kind
      union all select l.id, 'listing' from listings l where l.host_id = u.id
      union all select s.id, 'clip_reserved' from submissions s join listings l on l.id = s.listing_id
        where u.id in (s.clipper_id, l.host_id)
    ) o on true
    join ledger_accounts a on a.kind = o.kind and a.owner_id = o.owner_id
    where u.closed_at is not null and a.balance_micros > 0`,

  'what is in suspense is the sum of its open items': sql`
    select 'suspense ' || coalesce(a.balance_micros, 0) || ' against ' || coalesce(i.amount, 0) as what
    from (select sum(balance_micros) as balance_micros from ledger_accounts where kind = 'platform_suspense') a
    cross join (select sum(amount_micros) as amount from suspense_items where state = 'open') i
    where coalesce(a.balance_micros, 0) <> coalesce(i.amount, 0)`,

  'each suspense item arrived once, and left once as it states': sql`
    with moved as (
      select coalesce(i.id, t.subject_id) as item_id, t.kind, t.credit_kind = 'platform_suspense' as is_in, t.amount_micros
      from ledger_transfers t left join suspense_items i on i.deposit_id = t.subject_id
      where 'platform_suspense' in (t.debit_kind, t.credit_kind)
    ), found as (
      select item_id, sum(amount_micros) filter (where is_in) as came, sum(amount_micros) filter (where not is_in) as went,
        max(kind) filter (where not is_in) as how
      from moved group by item_id
    )
    select 'item ' || coalesce(i.id, f.item_id) as what from suspense_items i full join found f on f.item_id = i.id
    where i.amount_micros is distinct from f.came::bigint
      or case when i.state <> 'open' then i.amount_micros end is distinct from f.went::bigint
      or f.how is distinct from case i.state when 'reclaimed' then 'suspense.reclaimed' when 'sent_back' then
        'suspense.sent_back' when 'written_off' then 'suspense.written_off' when 'credited' then 'deposit.confirmed' end`,

  ...entryChecks,
  ...depositChecks,
  ...listingChecks,
  ...accrualChecks,
  ...countChecks,
  ...suspenseChecks,
};
