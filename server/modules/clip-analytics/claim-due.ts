import { sql } from 'kysely';
import type { AnalyticsTrouble } from '#contract/clips/clip-analytics.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';

/** If the process that claimed clips dies, they are due again after this time. */
const LEASE_MS = 10 * MINUTE;
/** The first reading is at this age of the post, because platforms have no figures before. */
export const FIRST_READ_DAYS = 2;

export interface ClaimedClip {
  submission_id: string;
  connection_id: string;
  platform: PostPlatform;
  post_id: string;
  post_api_id: string | null;
  posted_at: Date;
  /** End of the period whose figures are stored; null if none are. */
  known_until: Date | null;
  /** The stored figures merged into one period. */
  known: unknown;
  /** The views that the terms pay for, if payment depends on these figures; null if every view is paid. */
  counted: CountedTerms | null;
  /** End of the period for which counted views are stored. */
  counted_until: Date | null;
}

/**
 * Counted clips whose account releases its analytics by its current connection, with their stored readings.
 */
const released = sql`
  connections live
  join connections own on own.user_id = live.user_id and own.platform = live.platform and own.external_id = live.external_id
  join clip_tracking t on t.connection_id = own.id and t.state = 'polling' and t.count_level = 'platform'
  left join clip_analytics a on a.submission_id = t.submission_id
  where live.state = 'active' and live.analytics_released_at is not null`;

const dueAt = sql`coalesce(a.next_read_at, t.posted_at + ${sql.raw(`interval '${FIRST_READ_DAYS} days'`)})`;

/** Claims due clips of these platforms for this process by moving their next reading past the lease. */
export async function claimDue(
  db: Database,
  { platforms, most, now }: { platforms: PostPlatform[]; most: number; now: Date },
): Promise<ClaimedClip[]> {
  const { rows } = await sql<ClaimedClip>`
    with claimed as (
      insert into clip_analytics as c (submission_id, connection_id, next_read_at)
      select t.submission_id, live.id, ${after(now, LEASE_MS)}::timestamptz from ${released}
        and live.platform = any(${textsOf(platforms)}) and ${dueAt} <= ${now}
      order by ${dueAt}, t.submission_id limit ${most}
      on conflict (submission_id) do update set next_read_at = excluded.next_read_at, connection_id = excluded.connection_id
        where coalesce(c.next_read_at <= ${now}, true)
      returning submission_id, connection_id, until_at, figures
    )
    select c.submission_id, c.connection_id, t.platform, t.post_id, t.post_api_id, t.posted_at,
      c.until_at as known_until, c.figures as known,
      case when t.by_figures then json_build_object('countedViews', v.counted_views, 'countedCountries', v.counted_countries) end as counted,
      (select max(k.to_at) from clip_counted_stretches k where k.submission_id = t.submission_id) as counted_until
    from claimed c
    join clip_tracking t on t.submission_id = c.submission_id
    join submissions s on s.id = c.submission_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    order by c.connection_id, c.submission_id`.execute(db);
  return rows;
}

/** SQL of the time at which the next clip is due. */
export const nextReadingAt = sql`select min(${dueAt}) from ${released}`;

/**
 * Postpones the reading of clips until `until` and stores why. If `trouble` is absent, keeps the stored
 * reason.
 */
export async function putOff(
  db: Database,
  clips: readonly ClaimedClip[],
  until: Date,
  trouble?: AnalyticsTrouble,
): Promise<void> {
  if (clips.length === 0) return;
  await sql`update clip_analytics set next_read_at = ${until}, trouble = coalesce(${trouble ?? null}, trouble)
    where submission_id = any(${clips.map((clip) => clip.submission_id)}::uuid[])`.execute(db);
}
