import { type RawBuilder, sql } from 'kysely';
import { SLACK } from './slack.ts';

/**
 * Compares deposits, refunds and disputes with their transfers and each other. Names and queries as in
 * CHECKS.
 */
export const depositChecks: Record<string, RawBuilder<unknown>> = {
  'each deposit arrived by its rail, at its host, at its stated moment': sql`
    select 'deposit ' || t.subject_id as what
    from ledger_transfers t
    left join deposits d on d.id = t.subject_id
    left join suspense_items i on i.deposit_id = d.id
    where t.kind = 'deposit.confirmed' and (d.id is null or t.credit_owner_id <> d.host_id
      or t.occurred_at is distinct from d.confirmed_at
      or t.debit_kind::text <> case when i.id is null then 'clearing_' || d.rail else 'platform_suspense' end)
    union all
    select 'deposit ' || id from deposits where (confirmed_at is null) <> (state in ('created', 'failed'))`,

  'each refund left by its deposit’s rail, from its host, and ended when it says': sql`
    select 'refund ' || t.subject_id as what
    from ledger_transfers t
    left join deposit_refunds r on r.id = t.subject_id
    left join deposits d on d.id = r.deposit_id
    cross join lateral (select
      case when t.kind = 'deposit.refunded' then t.credit_kind else t.debit_kind end as outside,
      case when t.kind = 'deposit.refunded' then t.debit_kind else t.credit_kind end as inside,
      case when t.kind = 'deposit.refunded' then t.debit_owner_id else t.credit_owner_id end as owner_id) m
    where t.kind in ('deposit.refunded', 'deposit.refund_reversed') and (d.id is null
      or m.outside::text <> 'clearing_' || d.rail or m.inside = 'host' and m.owner_id <> d.host_id
      or t.occurred_at < r.created_at - ${SLACK} or t.kind = 'deposit.refund_reversed' and t.occurred_at <> r.finished_at)
    union all
    select 'refund ' || r.id from deposit_refunds r
    left join (select subject_id, sum(amount_micros) as amount from ledger_transfers
      where kind = 'deposit.refunded' and debit_kind = 'platform_loss' group by subject_id) l on l.subject_id = r.id
    where r.loss_micros <> coalesce(l.amount, 0)
      or (r.finished_at is null) <> (r.state in ('requested', 'refunding')) or r.finished_at < r.created_at - ${SLACK}`,

  'what disputes took from a host and from the platform is what was booked of each': sql`
    select 'deposit ' || coalesce(m.deposit_id, x.deposit_id) as what
    from (select p.deposit_id, sum(i.host_micros) as of_host, sum(i.loss_micros) as of_loss
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
      where p.deposit_id is not null group by p.deposit_id) x
    full join (
      select deposit_id, sum(of_host) as of_host, sum(of_loss) as of_loss from (
        select subject_id as deposit_id, case when kind = 'chargeback' then amount_micros else -amount_micros end
            * ('host' in (debit_kind, credit_kind))::int as of_host,
          case when kind = 'chargeback' then amount_micros else -amount_micros end
            * ('platform_loss' in (debit_kind, credit_kind))::int as of_loss
        from ledger_transfers where kind in ('chargeback', 'chargeback.reversed')
        union all
        select subject_id, amount_micros, -amount_micros from ledger_transfers
          where kind = 'loss.covered' and credit_kind = 'platform_loss'
      ) parts group by deposit_id
    ) m on m.deposit_id = x.deposit_id
    where coalesce(m.of_host, 0) <> coalesce(x.of_host, 0) or coalesce(m.of_loss, 0) <> coalesce(x.of_loss, 0)
    union all
    select 'deposit ' || t.subject_id from ledger_transfers t left join deposits d on d.id = t.subject_id
    where t.kind in ('chargeback', 'chargeback.reversed', 'loss.covered', 'dispute.fee', 'dispute.fee_returned') and (
      d.id is null or d.rail <> 'stripe' or t.occurred_at < d.confirmed_at - ${SLACK}
      or t.debit_kind = 'host' and t.debit_owner_id <> d.host_id
      or t.credit_kind = 'host' and t.credit_owner_id <> d.host_id
      or t.debit_kind in ('clearing_test', 'clearing_bank', 'clearing_paypal', 'clearing_manual')
      or t.credit_kind in ('clearing_test', 'clearing_bank', 'clearing_paypal', 'clearing_manual'))`,

  'each dispute holds its amount while the bank has it, and its deposit says so': sql`
    select 'dispute ' || i.id as what
    from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent join deposits d on d.id = p.deposit_id
    where d.state in ('confirmed', 'disputed', 'charged_back') and i.host_micros + i.loss_micros
      <> case when not i.reinstated and i.outcome is distinct from 'won' and (i.withdrawn or i.outcome = 'lost')
        then i.amount_micros else 0 end
    union all
    select 'deposit ' || d.id from deposits d
    left join (
      select p.deposit_id, bool_or(i.outcome is null) as is_open, bool_or(i.outcome = 'lost' and not i.reinstated) as is_lost
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent group by p.deposit_id
    ) x on x.deposit_id = d.id
    where d.state in ('confirmed', 'disputed', 'charged_back')
      and d.state <> case when x.is_open then 'disputed' when x.is_lost then 'charged_back' else 'confirmed' end`,

  'what a processor kept of a payment is what was booked': sql`
    select 'payment ' || coalesce(m.subject_id, p.deposit_id) as what
    from (select deposit_id, fee_micros from card_payments where fee_micros > 0 and deposit_id is not null) p
    full join (select t.subject_id, t.amount_micros, t.credit_kind from ledger_transfers t
      where t.kind = 'processor.fee' and not exists (select from payouts o where o.id = t.subject_id)) m
      on m.subject_id = p.deposit_id
    where m.amount_micros is distinct from p.fee_micros or m.credit_kind <> 'clearing_stripe'
    union all
    select 'payout ' || p.id from ledger_transfers t join payouts p on p.id = t.subject_id
    where t.kind = 'processor.fee' and (t.credit_kind <> 'clearing_paypal' or p.rail <> 'paypal')`,
};
