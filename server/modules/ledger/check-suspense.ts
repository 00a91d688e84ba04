import { type RawBuilder, sql } from 'kysely';
import { SLACK } from './slack.ts';

/** Checks suspense items and the money of people who have left. Names and queries as in CHECKS. */
export const suspenseChecks: Record<string, RawBuilder<unknown>> = {
  'each suspense item moved from and to the accounts it states, at its moments': sql`
    select 'item ' || i.id as what
    from suspense_items i
    join ledger_transfers t on t.subject_id in (i.id, i.deposit_id) and 'platform_suspense' in (t.debit_kind, t.credit_kind)
    cross join lateral (select t.credit_kind = 'platform_suspense' as is_in,
      case when t.credit_kind = 'platform_suspense' then t.debit_kind else t.credit_kind end as kind,
      case when t.credit_kind = 'platform_suspense' then t.debit_owner_id else t.credit_owner_id end as owner_id) o
    where t.occurred_at is distinct from case when o.is_in then i.arrived_at else i.resolved_at end
      or case
        when o.is_in and i.owner_id is null then o.kind::text <> 'clearing_' || i.rail
        when o.is_in or i.state = 'reclaimed' then o.kind <> i.owner_kind or o.owner_id <> i.owner_id
        when i.state = 'sent_back' then o.kind::text <> 'clearing_' || i.sent_rail
        when i.state = 'written_off' then o.kind <> 'platform_loss'
        else o.kind <> 'host' end
    union all
    select 'item ' || i.id from suspense_items i left join deposits d on d.id = i.deposit_id
    where (i.state = 'credited') <> (i.deposit_id is not null) or d.amount_micros <> i.amount_micros`,

  'a debt is paid off and written off by its own clipper’s money': sql`
    select 'entry ' || t.entry_id as what from ledger_transfers t
    where t.kind = 'debt.offset' and (t.debit_owner_id <> t.credit_owner_id or t.subject_id <> t.credit_owner_id)
      or t.kind = 'debt.written_off' and t.subject_id <> t.credit_owner_id
      or t.kind = 'account.closed' and (t.subject_id <> t.debit_owner_id
        or not exists (select from accounts u where u.id = t.debit_owner_id and u.closed_at <= t.occurred_at + ${SLACK}))`,
};
