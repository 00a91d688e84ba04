import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Inserts approved clips for tests of query plans. Nearly all are in the middle of their window, and each was
 * counted and paid within the last day. They are written as the database's owner, without related rows.
 */
export async function seedCountedClips(owner: Database, clips: number, now: Date): Promise<void> {
  const id = (kind: string) => sql`md5(${sql.lit(kind)} || n)::uuid`;
  const postedAt = sql`${now}::timestamptz - (1 + n % 20) * interval '1 day'`;
  const from = sql`generate_series(1, ${clips}::int) n`;
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url, posted_at,
        reported_views, status, submitted_at, decide_by, approved_at, tracking_until)
      select ${id('clip')}, ${id('listing')}, 1, ${id('clipper')}, ${id('account')}, 'tiktok', n, 'u', ${postedAt}, 0, 'approved',
        ${postedAt}, ${postedAt}, ${postedAt}, ${postedAt} + interval '30 days' from ${from}`.execute(tx);
    await sql`insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at, state,
        next_poll_at, final_by, first_fetched_at, last_fetched_at, views, eligible_views, band)
      select ${id('clip')}, ${id('listing')}, ${id('clipper')}, ${id('account')}, 'tiktok', n, ${postedAt}, 'polling', ${now},
        case when n % 500 > 0 then ${postedAt} + interval '30 days' end, ${postedAt}, ${now}::timestamptz - n % 1440 * interval '1 minute',
        1000, 1000, 'clean' from ${from}`.execute(tx);
    await sql`insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views, reserves,
        paid_views, paid_micros)
      select ${id('clip')}, ${id('listing')}, ${id('clipper')}, ${postedAt}, 10, 0, false, 1000, 10000 from ${from}`.execute(
      tx,
    );
  });
  await sql`vacuum analyze submissions, clip_tracking, clip_earnings`.execute(owner);
}
