import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import type { Size } from './ids.ts';

/** Tables with rows of one listing, clip or person. Each day has its own table of snapshots. */
const OF = {
  listing: ['listings', 'listing_versions', 'listing_spend_rates', 'deposits'],
  clip: ['submissions', 'clip_tracking', 'clip_earnings', 'accruals', 'ledger_transfers', 'ledger_entries'],
  person: ['users', 'profiles', 'connections', 'ledger_accounts', 'host_stats'],
} as const;

/**
 * Returns bytes on disk per listing, clip, person and snapshot, with all indexes. A clip includes its
 * earnings, but not its snapshots.
 */
export async function bytesEach(
  owner: Database,
  { listings, clips }: Size,
): Promise<Record<'listing' | 'clip' | 'person' | 'snapshot' | 'all', number>> {
  const bytesOf = async (tables: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${tables}::text[]) name`.execute(
      owner,
    );
    return rows[0]!.bytes;
  };
  const { rows } = await sql<{ snapshots: number; count: number; all: number }>`
    select (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('view_snapshots')) as snapshots,
      (select count(*)::float8 from view_snapshots) as count, pg_database_size(current_database())::float8 as all`.execute(
    owner,
  );
  const { snapshots, count, all } = rows[0]!;
  return {
    listing: (await bytesOf(OF.listing)) / listings,
    clip: (await bytesOf(OF.clip)) / clips,
    person: (await bytesOf(OF.person)) / listings,
    snapshot: snapshots / count,
    all,
  };
}
