import { type RawBuilder, sql } from 'kysely';

/** What each payout is made of, and what of a clipper's steps no payout has taken: names and queries as in CHECKS. */
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
};
