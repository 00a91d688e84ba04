import { type RawBuilder, sql } from 'kysely';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const CLEARING = ['clearing_stripe', 'clearing_paypal', 'clearing_bank', 'clearing_manual'];

/**
 * Movements of the clearing accounts that an external statement can show (`clearing_test` has none). Each row
 * has entry_id, rail, part, kind, amount (positive: incoming), at, the key by which it is matched, and its
 * references (`refs`; the first one is shown). Transfers of one entry are one movement, so a refund is one
 * movement even if several listings paid for it.
 */
export const bookMovements: RawBuilder<unknown> = sql`
  select m.entry_id, m.rail, m.part, m.kind, m.amount, m.at,
    coalesce(r.processor_id, r.reference, rc.payment_intent, i.dispute, s.reference, d.id::text, p.id::text, m.subject_id::text) as key,
    array_remove(case
      when s.id is not null then array[case when m.kind = 'suspense.sent_back' then s.sent_reference else s.reference end]
      when p.id is not null and m.rail = 'manual' then array[p.reference]
      when p.id is not null then array[p.reference, p.item_id, p.id::text]
      when r.id is not null then array[coalesce(r.processor_id, r.reference, rc.payment_intent)]
      when i.dispute is not null then i.disputes
      when d.rail = 'stripe' then array[c.payment_intent, d.session_id]
      when d.id is not null then array[d.bank_reference, d.reference]
    end, null) as refs
  from (
    select entry_id, substr(account::text, 10) as rail, kind, (array_agg(subject_id))[1] as subject_id,
      min(occurred_at) as at, sum(amount)::bigint as amount,
      case when kind in ('processor.fee', 'dispute.fee', 'dispute.fee_returned') then 'fee' else 'amount' end as part
    from (
      select entry_id, debit_kind as account, amount_micros as amount, kind, subject_id, occurred_at
      from ledger_transfers
      where debit_owner_id = ${NOBODY} and debit_kind = any(${CLEARING}::ledger_account_kind[])
      union all
      select entry_id, credit_kind, -amount_micros, kind, subject_id, occurred_at
      from ledger_transfers
      where credit_owner_id = ${NOBODY} and credit_kind = any(${CLEARING}::ledger_account_kind[])
    ) t
    group by entry_id, account, kind
  ) m
  left join suspense_items s on s.id = m.subject_id and m.kind like 'suspense.%'
  left join payouts p on p.id = m.subject_id
  left join deposit_refunds r on r.id = m.subject_id
  left join card_payments rc on rc.deposit_id = r.deposit_id
  left join deposits d on d.id = m.subject_id
  left join card_payments c on c.deposit_id = d.id
  left join lateral (
    select min(o.id) as dispute, array_agg(o.id order by o.id) as disputes from deposit_disputes o
    where o.payment_intent = c.payment_intent
      and m.kind in ('chargeback', 'chargeback.reversed', 'dispute.fee', 'dispute.fee_returned')
  ) i on true
  -- A refund that never left the platform is no movement on the outside.
  where r.id is null or r.state <> 'refund_failed' or r.cause = 'processor' or r.processor_id is not null
    or r.reference is not null`;
