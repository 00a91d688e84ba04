import { type RawBuilder, sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { networkOf } from '#server/modules/scoring/scoring.ts';

/** Only people whose clips were counted within this time are compared, as in the score. */
const LOOK_BACK = 14 * DAY;

/**
 * If more people than this use one browser in one network, it is the network of a school, a company or a
 * mobile operator.
 */
const MOST_OF_ONE_NETWORK = 20;
/** Two people are linked from this many posts in the same minute on. Fewer may be chance. */
const SAME_MINUTES = 3;
/** A platform's usual audience is computed from at least this many clips. */
const USUAL_CLIPS = 20;
/**
 * An audience is unusual if one country or source brings at least this share of a clip's views, and at least
 * this multiple of its usual share.
 */
const UNUSUAL_SHARE = 0.25;
const UNUSUAL_TIMES = 5;

/**
 * Compares pairs of clippers with counted clips and stores the links between them: facts that strangers do
 * not share. A link is kept even if it is not found again, because a clipper who changes the payout mailbox
 * has still shared it.
 */
export async function findLinks(tx: Tx, now: Date): Promise<void> {
  const since = after(now, -LOOK_BACK);
  await sql`
    with live as materialized (
      select t.submission_id, t.listing_id, t.clipper_id, t.platform, t.posted_at from clip_tracking t
      where t.last_fetched_at > ${since}
    ), clippers as materialized (select distinct clipper_id from live),
    found as (
      (${samePayoutAddress}) union all (${sameDevice(since)}) union all (${sameMinute}) union all (${sameGrowth})
      union all (${sameAudience})
    )
    insert into cohort_links as k (one_id, other_id, kind, hits, detail, first_found_at, found_at)
    select one_id, other_id, kind, hits, detail, ${now}, ${now} from found
    on conflict (one_id, other_id, kind) do update set hits = greatest(k.hits, excluded.hits),
      detail = excluded.detail, found_at = excluded.found_at`.execute(tx);
}

const pair = (one: string, other: string): RawBuilder<unknown> =>
  sql.raw(`least(${one}, ${other}) as one_id, greatest(${one}, ${other}) as other_id`);

/** Links people whose payout addresses are one mailbox, even if it is written differently. */
const samePayoutAddress: RawBuilder<unknown> = sql`
  select ${pair('a.user_id', 'b.user_id')}, 'payout_address' as kind, 1 as hits,
    left(email_mark(a.email), 1) || '…@' || split_part(email_mark(a.email), '@', 2) as detail
  from payout_addresses a
  join payout_addresses b on email_mark(b.email) = email_mark(a.email) and a.user_id < b.user_id
  join clippers c on c.clipper_id = a.user_id
  join clippers d on d.clipper_id = b.user_id`;

/** Links people who used one browser in one network for clips of one listing. */
const sameDevice = (since: Date): RawBuilder<unknown> => sql`
  select * from (
    with seen as (
      select distinct c.clipper_id, s.user_agent, ${networkOf('s.ip_address')} as network
      from clippers c join members m on m.account_id = c.clipper_id join sessions s on s.user_id = m.user_id
      where s.updated_at > ${since} and ${networkOf('s.ip_address')} is not null
    ), shared as (
      select user_agent, network, array_agg(clipper_id) as people from seen
      group by user_agent, network having count(*) between 2 and ${sql.lit(MOST_OF_ONE_NETWORK)}
    )
    select ${pair('a.id', 'b.id')}, 'device' as kind, count(*)::int as hits, min(network) as detail
    from shared, unnest(people) a (id), unnest(people) b (id)
    where a.id < b.id and exists (
      select from live x join live y on y.listing_id = x.listing_id where x.clipper_id = a.id and y.clipper_id = b.id)
    group by a.id, b.id
  ) devices`;

/** Links people whose posts for one listing repeatedly appear in the same minute. */
const sameMinute: RawBuilder<unknown> = sql`
  select ${pair('a.clipper_id', 'b.clipper_id')}, 'posting_minute' as kind,
    count(distinct (a.listing_id, date_trunc('minute', a.posted_at)))::int as hits, null::text as detail
  from live a join live b on b.listing_id = a.listing_id and b.clipper_id > a.clipper_id
    and date_trunc('minute', b.posted_at) = date_trunc('minute', a.posted_at)
  group by a.clipper_id, b.clipper_id
  having count(distinct (a.listing_id, date_trunc('minute', a.posted_at))) >= ${sql.lit(SAME_MINUTES)}`;

/**
 * Links people whose views start and stop in the same hours, as the score found (signal
 * `synchronized_growth`).
 */
const sameGrowth: RawBuilder<unknown> = sql`
  select ${pair('l.clipper_id', 'other.id')}, 'synchronized_growth' as kind, max(c.hits) as hits, null::text as detail
  from clip_cohorts c join live l using (submission_id), unnest(c.other_clipper_ids) other (id)
  where c.signal = 'synchronized_growth' and other.id <> l.clipper_id
  group by 1, 2`;

/**
 * Links people whose released figures show the same unusual audience: within the same week, one country or
 * source brings a quarter of the views of both and five times its usual share on the platform.
 */
const sameAudience: RawBuilder<unknown> = sql`
  select * from (
    with released as materialized (
      select l.submission_id, l.clipper_id, l.platform, l.posted_at, a.figures
      from live l join clip_analytics a using (submission_id) where (a.figures ->> 'views')::int8 >= 500
    ), traits as materialized (
      select r.submission_id, r.clipper_id, r.platform, r.posted_at, part.key as trait, part.value::float8 as share
      from released r, lateral (
        select * from jsonb_each_text(coalesce(nullif(r.figures -> 'countries', 'null'), '{}'))
        union all select * from jsonb_each_text(coalesce(nullif(r.figures -> 'trafficSources', 'null'), '{}'))
      ) part
    ), usual as (
      select t.platform, t.trait, sum(t.share) / max(n.clips) as share
      from traits t join (select platform, count(*) as clips from released group by platform) n using (platform)
      group by t.platform, t.trait having max(n.clips) >= ${sql.lit(USUAL_CLIPS)}
    ), unusual as materialized (
      select t.* from traits t join usual u using (platform, trait)
      where t.share >= ${sql.lit(UNUSUAL_SHARE)} and t.share >= ${sql.lit(UNUSUAL_TIMES)} * u.share
    )
    select ${pair('a.clipper_id', 'b.clipper_id')}, 'audience' as kind, count(distinct a.submission_id)::int as hits,
      string_agg(distinct a.trait, ', ') as detail
    from unusual a join unusual b on b.platform = a.platform and b.trait = a.trait and b.clipper_id > a.clipper_id
      and b.posted_at between a.posted_at - interval '7 days' and a.posted_at + interval '7 days'
      and least(a.share, b.share) >= 0.8 * greatest(a.share, b.share)
    group by a.clipper_id, b.clipper_id
  ) audiences`;
