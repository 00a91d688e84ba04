import { type RawBuilder, sql } from 'kysely';
import { SLACK } from './slack.ts';

/** Compares payouts and available money with the accruals behind them. Names and queries as in CHECKS. */
export const payoutChecks: Record<string, RawBuilder<unknown>> = {
  'what is available, in suspense for its clipper, or less than a cent of a closed account is the steps that say so': sql`
    select 'clipper ' || coalesce(m.owner_id, a.clipper_id) || ': ' || coalesce(m.amount, 0) || ' against '
      || coalesce(a.amount, 0) as what
    from (
      select owner_id, sum(amount) as amount from (
        select owner_id, balance_micros as amount from ledger_accounts where kind = 'clipper_available'
        union all select debit_owner_id, amount_micros from ledger_transfers
          where kind in ('account.closed', 'suspense.received') and debit_kind = 'clipper_available'
        union all select credit_owner_id, -amount_micros from ledger_transfers
          where kind = 'suspense.reclaimed' and credit_kind = 'clipper_available'
      ) parts group by owner_id
    ) m
    full join (select clipper_id, sum(available_micros) as amount from accruals where available_micros > 0
      group by clipper_id) a on a.clipper_id = m.owner_id
    where coalesce(m.amount, 0) <> coalesce(a.amount, 0)`,

  'each payout that left or is under way is made of steps, to the cent': sql`
    select 'payout ' || p.id || ': ' || coalesce(k.amount, 0) || ' of ' || p.amount_micros as what
    from payouts p
    left join (select payout_id, sum(amount_micros - replaced_micros) as amount from payout_accruals
      where freed_at is null group by payout_id) k on k.payout_id = p.id
    where coalesce(k.amount, 0) <> case when p.state in ('requested', 'processing', 'paid') then p.amount_micros else 0 end`,

  'each released step is available or in payouts, to the last micro-dollar, and no other is more than it was': sql`
    select 'step of clip ' || a.submission_id as what
    from accruals a
    left join (select submission_id, entry_id, sum(amount_micros - replaced_micros) as amount from payout_accruals
      where freed_at is null group by submission_id, entry_id) k
      on k.submission_id = a.submission_id and k.entry_id = a.entry_id
    where case a.state
      when 'released' then a.available_micros + coalesce(k.amount, 0) <> a.amount_micros
      when 'pending' then a.available_micros + coalesce(k.amount, 0) <> 0
      else a.available_micros + coalesce(k.amount, 0) > a.amount_micros end`,

  'what payouts took of views that were not real is owed or written off': sql`
    select 'clipper ' || coalesce(s.clipper_id, d.clipper_id) as what
    from (
      select a.clipper_id, sum(a.available_micros + coalesce(k.amount, 0)) as amount
      from accruals a
      left join (select submission_id, entry_id, sum(amount_micros - replaced_micros) as amount from payout_accruals
        where freed_at is null group by submission_id, entry_id) k
        on k.submission_id = a.submission_id and k.entry_id = a.entry_id
      where a.state = 'reversed' group by a.clipper_id
    ) s
    full join (
      select clipper_id, sum(amount) as amount from (
        select owner_id as clipper_id, -balance_micros as amount from ledger_accounts where kind = 'clipper_owed'
        union all select credit_owner_id, amount_micros from ledger_transfers where kind = 'debt.written_off') o
      group by clipper_id
    ) d on d.clipper_id = s.clipper_id
    where coalesce(s.amount, 0) <> coalesce(d.amount, 0)`,

  'nothing waits for or leaves to somebody who owes': sql`
    select 'clipper ' || a.owner_id || ' has ' || a.balance_micros as what
    from ledger_accounts o join ledger_accounts a on a.owner_id = o.owner_id and a.kind = 'clipper_available'
    where o.kind = 'clipper_owed' and o.balance_micros < 0 and a.balance_micros > 0
    union all
    select 'payout ' || p.id from payouts p
    join ledger_accounts o on o.kind = 'clipper_owed' and o.owner_id = p.clipper_id and o.balance_micros < 0
    where p.state = 'requested' or (p.state = 'processing' and p.rail = 'paypal' and p.batch_id is null)`,

  'each payout moved from its clipper, by its rail, at the moments it says': sql`
    select 'payout ' || t.subject_id || ' in entry ' || t.entry_id as what
    from ledger_transfers t left join payouts p on p.id = t.subject_id
    where t.kind in ('payout.started', 'payout.paid', 'payout.failed', 'payout.canceled', 'payout.returned') and (p.id is null
      or t.amount_micros <> p.amount_micros
      or t.occurred_at is distinct from case t.kind when 'payout.started' then p.requested_at
        when 'payout.returned' then p.returned_at else p.finished_at end
      or exists (select from (values (t.debit_kind, t.debit_owner_id), (t.credit_kind, t.credit_owner_id)) as a (kind, owner_id)
        where case a.kind when 'payout' then a.owner_id <> p.id when 'clipper_available' then a.owner_id <> p.clipper_id
          else a.kind::text <> 'clearing_' || p.rail end))
    union all
    select 'payout ' || id from payouts
    where (finished_at is null) <> (state in ('requested', 'processing')) or (returned_at is null) <> (state <> 'returned')
      or state = 'processing' and processing_at is null or least(processing_at, finished_at) < requested_at - ${SLACK}
      or returned_at < finished_at - ${SLACK} or due_at not between requested_at and requested_at + interval '14 days'`,

  'each part of a payout is its clipper’s step, released before it was linked, and freed when the payout ended': sql`
    select 'part ' || k.entry_id || ' of clip ' || k.submission_id || ' in payout ' || k.payout_id as what
    from payout_accruals k join payouts p on p.id = k.payout_id
    left join accruals a on a.submission_id = k.submission_id and a.entry_id = k.entry_id
    where a.submission_id is null or a.clipper_id <> p.clipper_id or a.released_at is null or k.linked_at < greatest(a.released_at, p.requested_at) - ${SLACK}
      or k.replaced_micros > 0 and a.state <> 'reversed'
      or k.freed_at is distinct from case p.state when 'returned' then p.returned_at
        when 'failed' then p.finished_at when 'canceled' then p.finished_at end`,
};
