import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

export interface Size {
  clips: number;
  /** The number of clips of one clipper on one listing, whose payments share a transfer. */
  perPair: number;
}

const RATE = 2_000;
const RICH = '1000000000000000';
const CLIPS_PER_LISTING = 200;
const CLIPS_PER_CLIPPER = 10;

/**
 * Inserts approved clips in the form that settlement reads, without submission rows. The session's role is
 * replica, so that foreign keys are not checked.
 */
export async function seedClips(owner: Database, { clips, perPair }: Size): Promise<void> {
  const listings = Math.ceil(clips / CLIPS_PER_LISTING);
  const clippers = Math.ceil(clips / CLIPS_PER_CLIPPER);
  const named = (what: 'listing' | 'clipper' | 'clip', number: string) =>
    sql.raw(`md5('${what}' || (${number})::text)::uuid`);
  await sql`set session_replication_role = replica`.execute(owner);
  // PostgreSQL rechecks the foreign keys of a row that a transaction changes twice, and the referenced rows
  // don't exist here.
  await sql`alter table clip_earnings drop constraint if exists clip_earnings_submission_id_fkey,
    drop constraint if exists clip_earnings_listing_id_fkey, drop constraint if exists clip_earnings_clipper_id_fkey`.execute(
    owner,
  );
  await sql`truncate clip_earnings, clip_tracking, accruals, ledger_accounts, ledger_entries, ledger_transfers cascade`.execute(
    owner,
  );
  const pair = `((g - 1) / ${perPair})`;
  const listing = named('listing', `${pair} % ${listings}`);
  const clipper = named('clipper', `${pair}::bigint * 7919 % ${clippers}`);
  await sql`
    insert into clip_tracking (submission_id, listing_id, clipper_id, connection_id, platform, post_id, posted_at, state,
      next_poll_at, first_fetched_at, last_fetched_at, band, views, eligible_views)
    select ${named('clip', 'g')}, ${listing}, ${clipper}, ${clipper}, 'tiktok', g::text, now(), 'polling', now(), now(),
      now(), 'clean', 100 + (hashtext(g::text) & 1023), 100 + (hashtext(g::text) & 1023)
    from generate_series(1, ${clips}::int) g`.execute(owner);
  await sql`
    insert into clip_earnings
      (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views, reserves)
    select ${named('clip', 'g')}, ${listing}, ${clipper}, now() - g * interval '1 second', ${RATE}, 0, false
    from generate_series(1, ${clips}::int) g`.execute(owner);
  // One listing in twenty is almost used up, so that ordering and partial payment are exercised.
  await sql`
    insert into ledger_accounts
    select 'listing', ${named('listing', 'g')}, case when g % 20 = 0 then 30000000 else ${RICH}::bigint end
    from generate_series(0, ${listings - 1}::int) g`.execute(owner);
  await sql`vacuum analyze clip_tracking, clip_earnings, ledger_accounts`.execute(owner);
}

/**
 * Returns the milliseconds in which COPY writes the rows of the last settlement into empty tables with the
 * same indexes and checks.
 */
export async function copyNewest(owner: Database): Promise<number> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(owner);
  const entry = sql`(select id from ledger_entries order by id desc limit 1)`;
  let spent = 0;
  for (const table of ['accruals', 'ledger_transfers']) {
    const [copy, file] = [sql.table(`copied_${table}`), sql.lit(`${rows[0]!.data_directory}/bench-${table}`)];
    await sql`drop table if exists ${copy}`.execute(owner);
    await sql`create table ${copy} (like ${sql.table(table)} including all)`.execute(owner);
    await sql`create temporary table newest as select * from ${sql.table(table)} where entry_id = ${entry}`.execute(
      owner,
    );
    await sql`copy newest to ${file}`.execute(owner);
    await sql`drop table newest`.execute(owner);
    const started = performance.now();
    await sql`copy ${copy} from ${file}`.execute(owner);
    spent += performance.now() - started;
  }
  return spent;
}
