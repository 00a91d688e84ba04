import { sql } from 'kysely';
import { type Damage, first, fourCents, NAMED, step } from './damage.ts';

/** Damages that change the rate or the views of earnings. */
export const earnings: readonly Damage[] = [
  {
    what: 'a step has another rate and as many fewer views',
    by: sql`update accruals set rate_micros_per_view = rate_micros_per_view * 2, views_to = views_from + (views_to - views_from) / 2
      where (submission_id, entry_id) = (select submission_id, entry_id from accruals
        where state = 'reversed' and (views_to - views_from) % 2 = 0 order by 1, 2 limit 1)`,
    found: NAMED.STEP,
  },
  {
    what: 'a clip and its steps have another rate',
    by: sql`with c as (select submission_id from clip_earnings where paid_views > 0 and paid_views % 2 = 0
        and not exists (select from accruals a where a.submission_id = clip_earnings.submission_id and (views_from % 2 <> 0 or views_to % 2 <> 0))
        order by 1 limit 1),
      e as (update clip_earnings x set rate_micros_per_view = rate_micros_per_view * 2, paid_views = paid_views / 2
        from c where x.submission_id = c.submission_id)
      update accruals x set rate_micros_per_view = rate_micros_per_view * 2, views_from = views_from / 2, views_to = views_to / 2
        from c where x.submission_id = c.submission_id`,
    found: NAMED.TERMS,
  },
  {
    what: 'a version of a listing has another rate',
    by: sql`update listing_versions set rate_cents_per_mille = rate_cents_per_mille + 1
      where listing_id = (select listing_id from clip_earnings order by submission_id limit 1)`,
    found: NAMED.TERMS,
  },
  {
    what: 'a listing shows another rate than its version',
    by: sql`update listings set rate_cents_per_mille = rate_cents_per_mille + 1 where ${first('listings', sql`true`)}`,
    found: 'a listing shows the terms of its current version',
  },
  {
    what: 'a clip’s maximum is raised',
    by: sql`update clip_earnings set max_payout_micros = max_payout_micros + ${fourCents} where max_payout_micros is not null`,
    found: NAMED.TERMS,
  },
  {
    what: 'a clip’s minimum is lowered',
    by: sql`update clip_earnings set min_views = 0 where min_views > 0`,
    found: NAMED.TERMS,
  },
  {
    what: 'steps of a clip overlap, with a gap after them',
    by: sql`update accruals a set views_from = views_from - 10, views_to = views_to - 10
      where (submission_id, entry_id) = (select submission_id, entry_id from (
        select *, lead(views_from) over (partition by submission_id order by views_from) as next from accruals where state <> 'reversed') x
        where views_from > 10 and next is not null order by 1, 2 limit 1)`,
    found: 'no view is paid twice, none is left out, and released steps are first',
  },
  {
    what: 'a step pays for more views than were counted',
    by: sql`update accruals set counted_views = views_to - 1 where ${step('released')}`,
    found: NAMED.MOMENTS,
  },
  {
    what: 'a step is of another entry',
    by: sql`update accruals set entry_id = (select id from ledger_entries where kind = 'listing.posted' limit 1) where ${step('pending')}`,
    found: 'each step is of the entry that paid for it, or that cut it off a longer one',
  },
  {
    what: 'two clips of a listing change an amount between them',
    by: sql`with pair as (select t.entry_id, t.line, s.id from ledger_transfers t
        join submissions s on s.listing_id <> t.debit_owner_id and s.clipper_id = t.credit_owner_id
        where t.kind = 'earnings.accrued' and t.debit_kind = 'listing' order by 1, 2 limit 1)
      update ledger_transfers t set debit_owner_id = (select listing_id from submissions where id = p.id) from pair p
      where t.entry_id = p.entry_id and t.line = p.line`,
    found: NAMED.PAID_AT_ONCE,
  },
  {
    what: 'a reversed step is another clip’s',
    by: sql`update accruals a set submission_id = (select e.submission_id from clip_earnings e
        where e.submission_id <> a.submission_id and e.listing_id = a.listing_id limit 1)
      where (submission_id, entry_id) = (select a.submission_id, a.entry_id from accruals a where state = 'reversed'
        and exists (select from clip_earnings e where e.submission_id <> a.submission_id and e.listing_id = a.listing_id)
        order by 1, 2 limit 1)`,
    found: NAMED.REVERSED,
  },
  {
    what: 'an excluded view counts again',
    by: sql`update clip_tracking set excluded_views = excluded_views - 1, eligible_views = eligible_views where excluded_views > 0`,
    found: 'what is excluded of a clip is what its upheld holds name',
  },
  {
    what: 'a clip has more eligible views than counted ones',
    by: sql`update clip_tracking set eligible_views = views + 1 where submission_id = (select min(submission_id::text)::uuid from clip_tracking)`,
    found: 'what is excluded of a clip is what its upheld holds name',
  },
  {
    what: 'an upheld hold is released, and its views stay unpaid',
    by: sql`update fraud_holds set state = 'released' where ${first('fraud_holds', sql`state = 'upheld'`)}`,
    found: 'what is excluded of a clip is what its upheld holds name',
  },
  {
    what: 'an open hold is released by nobody, and its views stay unpaid',
    by: sql`update fraud_holds set state = 'released' where state = 'open'`,
    found: NAMED.HOLD,
  },
  {
    what: 'the snapshot behind a payment is altered',
    by: sql`update view_snapshots n set views = views + 1 from accruals a
      where a.submission_id = n.submission_id and a.counted_at = n.fetched_at and a.state = 'released'`,
    found: NAMED.SNAPSHOT,
  },
  {
    what: 'the newest count is not what its snapshot says',
    by: sql`update clip_tracking t set views = views + 1 where exists (
      select from view_snapshots n where n.submission_id = t.submission_id and n.fetched_at = t.last_fetched_at)`,
    found: NAMED.SNAPSHOT,
  },
  {
    what: 'figures of a clip leave a gap',
    by: sql`insert into clip_counted_stretches select id, 5, 10, 0, 5, submitted_at, submitted_at + interval '1 day', submitted_at
      from submissions order by id limit 1`,
    found: 'figures of a clip cover its counter without gap or overlap',
  },
];
