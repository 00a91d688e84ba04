import { type RawBuilder, sql } from 'kysely';
import { ATTESTED_MAX } from '#contract/limits.ts';
import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import { SLACK } from './slack.ts';

/**
 * Sums the paid amounts by clipper, listing and time. If an accrual was split, its pieces keep its time, so
 * together they equal the amount that moved.
 */
const paidOf = sql`
  select t.credit_owner_id as clipper_id, case when t.debit_kind = 'listing' then t.debit_owner_id else s.listing_id end as listing_id,
    t.occurred_at, sum(t.amount_micros) as amount
  from ledger_transfers t left join submissions s on t.debit_kind = 'clip_reserved' and s.id = t.debit_owner_id
  where t.kind = 'earnings.accrued' group by 1, 2, 3`;

/** Compares accruals with the clip, its terms and the transfers. Names and queries as in CHECKS. */
export const accrualChecks: Record<string, RawBuilder<unknown>> = {
  'each step is of its clip’s listing, clipper and rate': sql`
    select 'step ' || a.entry_id || ' of clip ' || a.submission_id as what
    from accruals a left join clip_earnings e on e.submission_id = a.submission_id
    where e.submission_id is null
      or (a.listing_id, a.clipper_id, a.rate_micros_per_view) <> (e.listing_id, e.clipper_id, e.rate_micros_per_view)`,

  'a clip earns by the terms it was submitted under': sql`
    select 'clip ' || e.submission_id as what
    from clip_earnings e
    join submissions s on s.id = e.submission_id
    left join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where (e.listing_id, e.clipper_id, e.rate_micros_per_view, e.min_views, e.reserves)
        is distinct from (s.listing_id, s.clipper_id, v.rate_cents_per_mille::bigint * 10, v.min_views, v.allocation = 'reserved')
      or e.max_payout_micros is distinct from v.max_payout_micros
        and e.max_payout_micros is distinct from least(v.max_payout_micros, ${sql.lit(ATTESTED_MAX)}::bigint)
      or s.status = 'approved' and e.approved_at <> s.approved_at
      or e.paid_views > 0 and s.status <> 'approved'`,

  'no view is paid twice, none is left out, and released steps are first': sql`
    select 'step ' || entry_id || ' of clip ' || submission_id as what
    from (
      select submission_id, entry_id, state, views_from,
        lag(views_to) over clip as upto, lag(state) over clip as before
      from accruals where state <> 'reversed'
      window clip as (partition by submission_id order by views_from, views_to)
    ) a
    where views_from <> coalesce(upto, 0) or before = 'pending' and state = 'released'`,

  'each step is of the entry that paid for it, or that cut it off a longer one': sql`
    select 'step ' || a.entry_id || ' of clip ' || a.submission_id as what
    from accruals a left join ledger_entries e on e.id = a.entry_id
    where e.id is null or not case
      when e.kind = 'earnings.accrued' then a.accrued_at = e.occurred_at
      when e.kind = 'fraud.upheld' then a.state = 'reversed' and a.reversed_at = e.occurred_at
      when e.kind in ('clip.contested', 'counter.fell') then a.state = 'reversed' and a.reversed_at is null
      else false end`,

  'each step’s moments follow from each other': sql`
    select 'step ' || a.entry_id || ' of clip ' || a.submission_id as what
    from accruals a join submissions s on s.id = a.submission_id
    where a.release_due_at <> a.accrued_at + (${JSON.stringify(PENDING_HOURS)}::jsonb ->> s.platform)::int * interval '1 hour'
      or greatest(a.counted_at, s.approved_at) > a.accrued_at + ${SLACK}
      or a.released_at < a.release_due_at or a.reversed_at < greatest(a.accrued_at, a.released_at) - ${SLACK}
      or a.reversed_at is not null and a.state <> 'reversed' or a.views_to > a.counted_views`,

  'what a listing paid a clipper at one moment is the steps of that moment': sql`
    select 'clipper ' || coalesce(m.clipper_id, a.clipper_id) || ' on listing ' || coalesce(m.listing_id, a.listing_id)
      || ' at ' || coalesce(m.occurred_at, a.accrued_at) as what
    from (${paidOf}) m
    full join (select clipper_id, listing_id, accrued_at, sum(amount_micros) as amount from accruals group by 1, 2, 3) a
      on a.clipper_id = m.clipper_id and a.listing_id = m.listing_id and a.accrued_at = m.occurred_at
    where m.amount is distinct from a.amount`,

  'what became available at one moment is the steps released then': sql`
    select 'clipper ' || coalesce(m.clipper_id, a.clipper_id) || ' on listing ' || coalesce(m.listing_id, a.listing_id)
      || ' at ' || coalesce(m.occurred_at, a.released_at) as what
    from (select debit_owner_id as clipper_id, subject_id as listing_id, occurred_at, sum(amount_micros) as amount
      from ledger_transfers where kind = 'earnings.released' group by 1, 2, 3) m
    full join (select clipper_id, listing_id, released_at, sum(amount_micros) as amount
      from accruals where released_at is not null group by 1, 2, 3) a
      on a.clipper_id = m.clipper_id and a.listing_id = m.listing_id and a.released_at = m.occurred_at
    where m.amount is distinct from a.amount
    union all
    select 'entry ' || entry_id from ledger_transfers where kind = 'earnings.released' and debit_owner_id <> credit_owner_id`,

  'what was taken back is the steps that were reversed': sql`
    select 'clip ' || coalesce(m.submission_id, a.submission_id) || coalesce(' at ' || coalesce(m.at, a.reversed_at), '') as what
    from (
      select subject_id as submission_id, case when kind = 'fraud.upheld' then occurred_at end as at, sum(amount_micros) as amount
      from ledger_transfers
      where kind in ('counter.fell', 'fraud.upheld') or kind = 'clip.contested' and debit_kind = 'clipper_pending' group by 1, 2
    ) m
    full join (select submission_id, reversed_at, sum(amount_micros) as amount
      from accruals where state = 'reversed' group by 1, 2) a
      on a.submission_id = m.submission_id and coalesce(a.reversed_at, 'epoch') = coalesce(m.at, 'epoch')
    where m.amount is distinct from a.amount`,
};
