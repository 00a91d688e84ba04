import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/** Clips per account; post times are spread evenly over the tracking period. */
const CLIPS_PER_ACCOUNT = 5;
const DAYS_COUNTED = 33;
const LISTINGS = 200;
/** Earlier readings of each clip, spread evenly over its age, from which its score is computed. */
const READINGS = 8;

const named = (what: string, number: string) => sql.raw(`md5('${what}' || (${number})::text)::uuid`);
const account = `((g - 1) / ${CLIPS_PER_ACCOUNT})`;

/**
 * Inserts clips that are counted ever more rarely at `now`, each due at its next point of the schedule. They
 * have the users, accounts, listings and readings that counting and scoring need. Uses the owner's
 * connection.
 */
export async function placeLiveClips(
  owner: Database,
  clips: number,
  sealed: string,
  now: Date,
): Promise<void> {
  await sql`set session_replication_role = replica`.execute(owner);
  await sql`select make_snapshot_days(${now.toISOString().slice(0, 10)}::date - ${DAYS_COUNTED}::int, ${DAYS_COUNTED + 2}::int)`.execute(
    owner,
  );
  for (const [who, most] of [
    ['host', LISTINGS],
    ['clipper', Math.ceil(clips / CLIPS_PER_ACCOUNT)],
  ] as const) {
    await sql`
      insert into users (id, email, name, role)
      select ${named(who, 'g')}, ${who}::text || g || '@bench.example', 'n', ${who}::text from generate_series(0, ${most}::int) g`.execute(
      owner,
    );
  }
  await sql`
    insert into listings (id, host_id, state, title, rate_cents_per_mille, platforms, created_at, current_version, search_text,
      funded_micros)
    select ${named('listing', 'g')}, ${named('host', 'g')}, 'active', 't', 200, '{tiktok}',
      ${now}::timestamptz - interval '60 days', 1, 't', 1000000000 from generate_series(0, ${LISTINGS - 1}::int) g`.execute(
    owner,
  );
  await sql`
    insert into connections (id, user_id, platform, external_id, handle, display_name, state, connected_at,
      access_token_sealed, access_token_expires_at)
    select ${named('account', 'g')}, ${named('clipper', 'g')}, 'tiktok', g::text, 'h' || g, 'h', 'active', ${now}, ${sealed},
      ${now}::timestamptz + interval '1 year' from generate_series(0, ${Math.ceil(clips / CLIPS_PER_ACCOUNT)}::int) g`.execute(
    owner,
  );
  await sql`
    insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url, posted_at,
      reported_views, submitted_at, decide_by, tracking_until)
    select ${named('clip', 'g')}, ${named('listing', `g % ${LISTINGS}`)}, 1, ${named('clipper', account)},
      ${named('account', account)}, 'tiktok', g::text, 'u', p.posted, 0, p.posted, p.posted, p.posted + interval '30 days'
    from generate_series(1, ${clips}::int) g, lateral (select ${now}::timestamptz
      - (hashtext(g::text)::bigint + 2147483648) / 4294967296.0 * interval '${sql.raw(String(DAYS_COUNTED))} days' as posted) p`.execute(
    owner,
  );
  await sql`
    insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at, state,
      next_poll_at, pull_from, first_fetched_at, last_fetched_at, snapshot_count, views, likes, eligible_views)
    select s.id, s.listing_id, s.clipper_id, s.connection_id, 'tiktok', s.post_id, s.posted_at, 'polling',
      s.posted_at + ceil(extract(epoch from ${now}::timestamptz - s.posted_at) / e.every) * e.every * interval '1 second',
      s.posted_at + (ceil(extract(epoch from ${now}::timestamptz - s.posted_at) / e.every) - 0.5) * e.every * interval '1 second',
      s.posted_at, ${now}::timestamptz - interval '1 hour', ${READINGS}, 9000, 400, 9000
    from submissions s, lateral (select case when ${now}::timestamptz - s.posted_at < interval '6 hours' then 1800
      when ${now}::timestamptz - s.posted_at < interval '72 hours' then 3600
      when ${now}::timestamptz - s.posted_at < interval '14 days' then 21600 else 86400 end as every) e`.execute(
    owner,
  );
  await sql`
    insert into view_snapshots
    select s.id, s.posted_at + (${now}::timestamptz - s.posted_at) * (r / ${READINGS}::float8), 9000 * r / ${READINGS}::int, 400 * r / ${READINGS}::int,
      20, 5, 'tiktok.video.query', 'bench'
    from generate_series(1, ${READINGS}::int) r, submissions s`.execute(owner);
  await sql`vacuum analyze clip_tracking, submissions, connections, view_snapshots`.execute(owner);
  await sql`set session_replication_role = origin`.execute(owner);
}
