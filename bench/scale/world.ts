import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import {
  DAYS_COUNTED,
  FUNCTIONS,
  hostOf,
  idOf,
  platformOf,
  type Size,
  SNAPSHOTS_EACH,
  SUBJECT,
} from './ids.ts';
import { growMoney } from './money.ts';

/**
 * Tables whose event triggers are disabled. Seeding is thus faster than the product, and it waits for no
 * flush.
 */
const WITH_EVENTS = ['listings', 'submissions', 'notifications', 'deposits'];

/** Prepares an empty world. Runs as the owner, on a separate connection. */
export async function prepareWorld(owner: Database): Promise<void> {
  await sql.raw(FUNCTIONS).execute(owner);
}

const setWalSize = async (owner: Database, size: string): Promise<void> => {
  await sql`alter system set max_wal_size = ${sql.lit(size)}`.execute(owner);
  await sql`select pg_reload_conf()`.execute(owner);
};

/**
 * Grows the smaller world to the larger one. Every constraint is checked; only the triggers that write events
 * are disabled.
 */
export async function growWorld(owner: Database, from: Size, to: Size, now: Date): Promise<void> {
  // The size is raised, because with the default one checkpoints every few seconds would be most of the
  // writes.
  await setWalSize(owner, '8GB');
  await sql`set synchronous_commit = off`.execute(owner);
  await sql`set maintenance_work_mem = '512MB'`.execute(owner);
  await sql`set work_mem = '256MB'`.execute(owner);
  for (const table of WITH_EVENTS)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(owner);
  await growPeople(owner, from, to, now);
  await growListings(owner, from, to, now);
  await growClips(owner, from, to, now);
  await growMoney(owner, now);
  for (const table of WITH_EVENTS)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(owner);
  await sql`drop table scale_clips`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  await setWalSize(owner, '1GB');
  await sql`checkpoint`.execute(owner);
}

async function growPeople(owner: Database, from: Size, to: Size, now: Date): Promise<void> {
  const ranges = [
    { role: 'host', first: from.listings / 10, next: to.listings / 10 },
    { role: 'clipper', first: (from.listings * 9) / 10, next: (to.listings * 9) / 10 },
  ] as const;
  for (const { role, first, next } of ranges) {
    const numbers = sql`generate_series(${first}::int, ${next - 1}::int) n`;
    const id = idOf[role]('n');
    const name = sql`initcap(translate(substr(md5(n::text), 1, 6), '0123456789', 'aeioulnrst')) || ' ' || ${role}::text || ' ' || n`;
    await sql`insert into users (id, email, name, role, email_verified, created_at)
      select ${id}, ${role}::text || n || '@scale.example', ${name}, ${role}, true, ${now}::timestamptz - interval '200 days' from ${numbers}`.execute(
      owner,
    );
    await sql`insert into profiles (user_id, username, full_name, onboarding_completed_at, created_at)
      select ${id}, ${role}::text || '_' || n, ${name}, ${now}, ${now} from ${numbers}`.execute(owner);
  }
  await sql`insert into connections (id, user_id, platform, external_id, handle, display_name, state, connected_at, followers,
      access_token_sealed, access_token_expires_at, next_check_at)
    select ${idOf.connection('n')}, ${idOf.clipper('n')}, ${platformOf('n')}, 'scale' || n, 'clipper_' || n, 'Clipper ' || n, 'active',
      ${now}::timestamptz - interval '100 days', n % 100000, repeat('x', 160), ${now}::timestamptz + interval '1 year',
      ${now}::timestamptz + interval '1 day'
    from generate_series(${ranges[1].first}::int, ${ranges[1].next - 1}::int) n`.execute(owner);
}

/** Inserts listings. Nine in ten are active, with every rate and a few hundred words. */
async function growListings(owner: Database, from: Size, to: Size, now: Date): Promise<void> {
  await sql`create temp table scale_listings as
    select n, ${idOf.listing('n')} as id, ${sql.raw(`scale_id(1, ${hostOf('n')})`)} as host_id,
      'Moments ' || n || ' of word' || n % 97 || 'x' || n % 13 as title, (10 + n * 7919::bigint % 491)::int as rate,
      (8000 + n * 104729::bigint % 4000) * 1000000 as budget, n % 10 = 9 as is_paused,
      date_trunc('milliseconds', ${now}::timestamptz - scale_share(n) * interval '180 days') as created_at
    from generate_series(${from.listings}::int, ${to.listings - 1}::int) n`.execute(owner);
  await sql`insert into listings (id, host_id, state, pause_reason, current_version, title, rate_cents_per_mille, platforms,
      search_text, funded_micros, created_at)
    select id, host_id, case when is_paused then 'paused' else 'active' end, case when is_paused then 'host' end, 1, title, rate,
      '{tiktok,youtube,instagram}', title, budget, created_at from scale_listings order by n`.execute(owner);
  await sql`insert into listing_versions (listing_id, version, title, description, instructions, platforms, rate_cents_per_mille,
      source_url, created_at)
    select id, 1, title, repeat('What the recording is about. ', 8), repeat('How a clip should look. ', 8),
      '{tiktok,youtube,instagram}', rate, 'https://videos.example/' || n || '.mp4', created_at from scale_listings order by n`.execute(
    owner,
  );
}

/**
 * Inserts clips. Every twentieth waits for a decision; all others are approved and paid up to their last
 * count. All are counted. Likes differ from clip to clip, because cohorts would otherwise attribute all clips
 * to one person.
 */
async function growClips(owner: Database, from: Size, to: Size, now: Date): Promise<void> {
  const each = to.clips / to.listings;
  const clipper = `(case when g < ${SUBJECT.clips} and g % 2 = 0 then 0 else 1 + g / ${5 * each} end)`;
  const listing = `(case when g < ${SUBJECT.clips} then g % ${SUBJECT.listings} else g / ${each} end)`;
  await sql`create temp table scale_clips as
    select g.*, ${idOf.clip('g')} as id, ${idOf.listing('listing')} as listing_id,
      ${sql.raw(`scale_id(1, ${hostOf('listing')})`)} as host_id, ${idOf.clipper('clipper')} as clipper_id,
      ${idOf.connection('clipper')} as connection_id, ${platformOf('clipper')} as platform,
      ((10 + listing * 7919::bigint % 491) * 10)::bigint as rate, (100 + (hashint8(g + 7) & 16383)) * 2::bigint as views,
      12 + (hashint8(g + 11) & 15) as views_per_like,
      posted_at + (${now}::timestamptz - interval '30 minutes' - posted_at) * 0.5 as counted_half_at,
      ${now}::timestamptz - interval '30 minutes' as counted_at
    from (
      select g, ${sql.raw(listing)}::int as listing, ${sql.raw(clipper)}::int as clipper, g % 20 = 0 as is_pending,
        ${now}::timestamptz - interval '1 hour' - scale_share(g)
          * (case when g % 20 = 0 then 0.8 else ${DAYS_COUNTED}::float8 end) * interval '1 day' as posted_at
      from generate_series(${from.clips}::bigint, ${to.clips - 1}::bigint) g) g`.execute(owner);
  await sql`analyze scale_clips`.execute(owner);
  await sql`insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url, caption,
      posted_at, reported_views, status, submitted_at, decision_started_at, decide_by, decided_at, decision_by, approved_at,
      approved_how, tracking_until)
    select id, listing_id, 1, clipper_id, connection_id, platform, (7300000000000000000 + g)::text,
      'https://www.tiktok.com/@clipper_' || clipper || '/video/' || 7300000000000000000 + g, 'A moment worth a clip #ad', posted_at, 0,
      case when is_pending then 'pending' else 'approved' end, posted_at, posted_at, posted_at + interval '72 hours',
      case when not is_pending then posted_at + interval '30 minutes' end, case when not is_pending then host_id end,
      case when not is_pending then posted_at + interval '30 minutes' end, case when not is_pending then 'host' end,
      case when not is_pending then posted_at + interval '30 days 30 minutes' end
    from scale_clips order by g`.execute(owner);
  await growTracking(owner, now);
}

/**
 * Inserts the tracking rows. Each clip is due at its next point of the schedule's grid
 * (tracking/schedule.ts).
 */
async function growTracking(owner: Database, now: Date): Promise<void> {
  await sql`insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at, state,
      next_poll_at, pull_from, final_by, snapshot_count, first_fetched_at, last_fetched_at, views, likes, comments, shares,
      eligible_views, score, band, summary, scored_at)
    select c.id, c.listing_id, c.clipper_id, c.connection_id, c.platform, (7300000000000000000 + g)::text, c.posted_at, 'polling',
      p.next_at, p.next_at - e.every * interval '0.5 second',
      case when is_pending then null when p.until > ${now} then p.until else p.until + interval '3 days' end,
      ${SNAPSHOTS_EACH}, c.posted_at + (c.counted_at - c.posted_at) * 0.25, c.counted_at, c.views, c.views / views_per_like, c.views / 200, c.views / 400,
      c.views, g % 20, 'clean', 'Nothing unusual in what was counted so far.', c.counted_at
    from scale_clips c,
      lateral (select extract(epoch from ${now}::timestamptz - c.posted_at) as age) a,
      lateral (select case when age < 6 * 3600 then 1800 when age < 72 * 3600 then 3600 when age < 14 * 86400 then 21600 else 86400 end
        as every) e,
      lateral (select c.posted_at + (floor(age / e.every) + 1) * e.every * interval '1 second' as next_at,
        c.posted_at + interval '30 days 30 minutes' as until) p
    order by g`.execute(owner);
  const days = Math.ceil(DAYS_COUNTED) + 2;
  await sql`select make_snapshot_days((${now}::timestamptz at time zone 'UTC')::date - ${days}::int, ${days + 4}::int)`.execute(
    owner,
  );
  await sql`insert into view_snapshots
    select c.id, c.posted_at + (c.counted_at - c.posted_at) * (r / ${SNAPSHOTS_EACH}::float8), c.views * r / ${SNAPSHOTS_EACH}::int,
      c.views * r / ${SNAPSHOTS_EACH}::int / views_per_like, c.views / 200, c.views / 400, platform || ' counts', 'scale'
    from scale_clips c, generate_series(1, ${SNAPSHOTS_EACH}::int) r order by g, r`.execute(owner);
}
