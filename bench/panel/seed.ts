import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { seedListings } from '#server/testing/feed.ts';

const NEWEST_AT = new Date('2026-11-01T12:00:00Z');

/**
 * Inserts `count` each of people (one in fifty a host), listings, clips, payouts, deposits and audit rows,
 * over two years. Writes as the owner.
 */
export async function seedPanel(owner: Database, count: number): Promise<void> {
  const hosts = count / 50;
  await seedListings(owner, { count, hosts, newestAt: NEWEST_AT });
  await sql`set session_replication_role = replica`.execute(owner);
  await sql`create table seed_clippers as
    select n, uuid_v7() as id, uuid_v7() as connection_id from generate_series(0, ${count - hosts - 1}::int) n`.execute(
    owner,
  );
  await sql`insert into users (id, email, name, role)
    select id, 'clipper' || n || '@seed.example', 'Clipper ' || n % 5000 || ' Of ' || n, 'clipper' from seed_clippers`.execute(
    owner,
  );
  await sql`insert into profiles (user_id, username, full_name, created_at)
    select id, 'cutter_' || n, 'Clipper ' || n % 5000 || ' Of ' || n, ${NEWEST_AT} from seed_clippers`.execute(
    owner,
  );
  await sql`insert into connections (id, user_id, platform, external_id, handle, display_name, state, connected_at)
    select connection_id, id, 'tiktok', n::text, 'cutter_' || n, 'Cutter', 'active', ${NEWEST_AT} from seed_clippers`.execute(
    owner,
  );
  await sql`create index on seed_clippers (n)`.execute(owner);
  await sql`create table seed_of_listings as select row_number() over () - 1 as n, id from listings`.execute(
    owner,
  );
  await sql`create index on seed_of_listings (n)`.execute(owner);
  await seedClips(owner, count, count - hosts);
  await seedMoney(owner, count, count - hosts);
  await sql`vacuum analyze`.execute(owner);
}

/** Inserts clips. A tenth is pending, and one in a hundred of the pending ones waits for an admin. */
async function seedClips(owner: Database, count: number, clippers: number): Promise<void> {
  await sql`create table seed_clips as
    select g as n, uuid_v7() as id, c.id as clipper_id, c.connection_id, l.id as listing_id,
      ${NEWEST_AT}::timestamptz - (${count}::int - g) * interval '10 minutes' as at, g % 10 = 0 as is_pending
    from generate_series(1, ${count}::int) g
    join seed_clippers c on c.n = g * 7919::bigint % ${clippers}::int
    join seed_of_listings l on l.n = g * 104729::bigint % ${count}::int`.execute(owner);
  await sql`insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url,
      posted_at, reported_views, status, submitted_at, decide_by, escalated, approved_at, approved_how, tracking_until)
    select id, listing_id, 1, clipper_id, connection_id, 'tiktok', n::text, 'https://www.tiktok.com/@x/video/' || n, at, 0,
      case when is_pending then 'pending' else 'approved' end, at, at + interval '1 day', n % 1000 = 0,
      case when not is_pending then at end, case when not is_pending then 'host' end,
      case when not is_pending then at + interval '30 days' end
    from seed_clips order by n`.execute(owner);
  await sql`insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at,
      state, views)
    select id, listing_id, clipper_id, connection_id, 'tiktok', n::text, at, 'finished', hashtext(n::text) & 65535
    from seed_clips`.execute(owner);
}

/** Inserts payouts and deposits. One payout in a hundred and one deposit in a thousand wait for an admin. */
async function seedMoney(owner: Database, count: number, clippers: number): Promise<void> {
  await sql`insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, finished_at,
      due_at, reference)
    select uuid_v7(), c.id, 'weekly', (5 + (hashtext(g::text) & 1023)) * 1000000::bigint, 'pay' || g || '@seed.example',
      case when g % 100 = 0 then 'requested' else 'paid' end, at, case when g % 100 > 0 then at end, at, 'PP-' || g
    from generate_series(1, ${count}::int) g join seed_clippers c on c.n = g * 7919::bigint % ${clippers}::int,
      lateral (select ${NEWEST_AT}::timestamptz - (${count}::int - g) * interval '10 minutes' as at) t`.execute(
    owner,
  );
  await sql`insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at, confirmed_at)
    select uuid_v7(), l.host_id, case when g % 1000 = 0 then 'bank' else 'test' end,
      (10 + (hashtext(g::text) & 4095)) * 1000000::bigint, case when g % 1000 = 0 then 'created' else 'confirmed' end,
      'DEP-' || g, at, case when g % 1000 > 0 then at end
    from generate_series(1, ${count}::int) g join seed_of_listings o on o.n = g - 1 join listings l on l.id = o.id,
      lateral (select ${NEWEST_AT}::timestamptz - (${count}::int - g) * interval '10 minutes' as at) t`.execute(
    owner,
  );
  await sql`insert into audit_log (id, occurred_at, actor_kind, actor_id, action, subject_type, subject_id)
    select uuid_v7(), at, 'clipper', clipper_id, 'submission.created', 'submission', id from seed_clips`.execute(
    owner,
  );
}
