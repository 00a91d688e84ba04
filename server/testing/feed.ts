import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/**
 * Fills a database with listings, for tests of query plans and for measurements. Nine in ten are active, with
 * every rate and platform and a few hundred words. They are written as the database's owner; balances are set
 * in the ledger's accounts, and no money moves.
 */
export async function seedListings(
  owner: Kysely<DB>,
  { count, hosts, newestAt }: { count: number; hosts: number; newestAt: Date },
): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`create temp table seed_hosts on commit drop as
      select n, uuid_v7() as id from generate_series(0, ${hosts - 1}::int) n`.execute(tx);
    await sql`insert into users (id, email, name, role, email_verified)
      select id, 'host' || n || '@seed.example', 'Host ' || n, 'host', true from seed_hosts`.execute(tx);
    await sql`insert into profiles (user_id, username, full_name, created_at)
      select id, 'seed_host_' || n, 'seed_host_' || n, ${newestAt} from seed_hosts`.execute(tx);
    await sql`insert into host_stats (host_id, median_hours_to_decide, computed_at)
      select id, case when n % 5 > 0 then 1 + n * 7 % 11 end, ${newestAt} from seed_hosts`.execute(tx);
    await sql`create temp table seed_listings on commit drop as
      select n, uuid_v7() as id, (select id from seed_hosts h where h.n = s.n % ${hosts}::int) as host_id,
        'Moments ' || n || ' of word' || n % 97 || 'x' || n % 13 as title,
        10 + (n * 7919 % 491) as rate,
        (array['{tiktok}', '{tiktok,youtube}', '{youtube,instagram}', '{tiktok,youtube,instagram}'])[1 + n % 4]::text[] as platforms,
        (10 + n * 104729::bigint % 4000) * 1000000 as budget,
        n % 10 = 9 as is_paused,
        ${newestAt}::timestamptz - n * interval '37 seconds' as created_at
      from generate_series(0, ${count - 1}::int) s (n)`.execute(tx);
    await sql`insert into listings (id, host_id, state, pause_reason, current_version, title, rate_cents_per_mille,
        platforms, category, search_text, funded_micros, created_at)
      select id, host_id, case when is_paused then 'paused' else 'active' end, case when is_paused then 'host' end, 1,
        title, rate, platforms, (array['gaming', 'podcasts', 'food'])[1 + n % 4], title, budget, created_at from seed_listings`.execute(
      tx,
    );
    await sql`insert into listing_versions (listing_id, version, title, description, instructions, platforms,
        rate_cents_per_mille, source_url, created_at)
      select id, 1, title, 'Seeded.', 'Seeded.', platforms, rate, 'https://videos.example/' || n || '.mp4', created_at
      from seed_listings`.execute(tx);
    await sql`insert into ledger_accounts (kind, owner_id, balance_micros)
      select 'listing', id, budget from seed_listings`.execute(tx);
    await sql`insert into listing_forecasts (listing_id, expected_micros, computed_at)
      select id, n * 15485863::bigint % 900 * 100000, ${newestAt} from seed_listings`.execute(tx);
  });
  await sql`analyze`.execute(owner);
}
