import { type RawBuilder, sql } from 'kysely';
import { SLACK } from './slack.ts';

/**
 * Compares listings, their clips and people with the transfers between their accounts. Names and queries as
 * in CHECKS.
 */
export const listingChecks: Record<string, RawBuilder<unknown>> = {
  'what funds a listing, and what it returns, is its host’s': sql`
    select 'listing ' || m.listing_id || ' in entry ' || m.entry_id as what
    from (
      select entry_id, kind, subject_id, occurred_at,
        case when debit_kind = 'listing' then debit_owner_id else credit_owner_id end as listing_id,
        case when debit_kind = 'host' then debit_owner_id else credit_owner_id end as host_id
      from ledger_transfers
      where (debit_kind = 'host' and credit_kind = 'listing') or (debit_kind = 'listing' and credit_kind = 'host')
    ) m
    left join listings l on l.id = m.listing_id
    where l.id is null or l.host_id <> m.host_id or m.kind <> 'loss.covered' and m.subject_id <> l.id
      or m.kind = 'listing.posted' and m.occurred_at <> l.created_at or m.occurred_at < l.created_at - ${SLACK}`,

  'each listing was posted once, and closed as often as it returned money': sql`
    select 'listing ' || l.id as what from listings l
    left join (
      select case when debit_kind = 'listing' then debit_owner_id else credit_owner_id end as listing_id,
        count(*) filter (where kind = 'listing.posted') as posted, count(*) filter (where debit_kind = 'listing') as returned
      from ledger_transfers
      where kind = 'listing.posted' or kind in ('listing.settled', 'loss.covered') and debit_kind = 'listing' group by 1
    ) m on m.listing_id = l.id
    where coalesce(m.posted, 0) <> 1 or coalesce(m.returned, 0) <> l.remainder_returns
      or l.state = 'settled' and l.settled_at is null or (l.removed_at is not null) <> (l.state = 'removed')
      or l.settled_at is not null and l.state not in ('settled', 'removed')
      or least(l.ended_at, l.settled_at, l.removed_at) < l.created_at - ${SLACK}`,

  'a listing shows the terms of its current version': sql`
    select 'listing ' || l.id as what from listings l
    left join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    where (v.rate_cents_per_mille, v.min_views, v.max_payout_micros, v.decision_hours)
      is distinct from (l.rate_cents_per_mille, l.min_views, l.max_payout_micros, l.decision_hours)
      or exists (select from listing_versions n where n.listing_id = l.id and n.version > l.current_version)`,

  'what moves for a clip moves between its listing, its reserve and its clipper': sql`
    select 'clip ' || t.subject_id || ' in entry ' || t.entry_id as what
    from ledger_transfers t left join submissions s on s.id = t.subject_id
    where (t.kind in ('clip.reserved', 'clip.contested', 'reservation.ended', 'counter.fell', 'fraud.upheld')
        or t.kind = 'earnings.accrued' and t.debit_kind = 'clip_reserved')
      and (s.id is null or exists (
        select from (values (t.debit_kind, t.debit_owner_id), (t.credit_kind, t.credit_owner_id)) as a (kind, owner_id)
        where a.owner_id <> case a.kind when 'listing' then s.listing_id when 'clip_reserved' then s.id else s.clipper_id end))`,
};
