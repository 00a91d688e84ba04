import { sql } from 'kysely';
import type { AdminListingShown } from '#contract/admin/admin-objects.ts';
import type { ListingState, PauseReason } from '#contract/listings/listings.ts';
import { micros } from '#contract/money.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { takedownsAbout } from './takedowns-about.ts';

interface Row {
  id: string;
  title: string;
  creator: string;
  host_id: string;
  state: ListingState;
  pause_reason: PauseReason | null;
  funded_micros: bigint;
  remainder_frozen: boolean;
  created_at: Date;
  ends_at: Date | null;
  ended_at: Date | null;
  settled_at: Date | null;
  rate_cents_per_mille: number;
  counted_views: AdminListingShown['countedViews'];
  counted_countries: string[];
  platforms: Platform[];
  current_version: number;
  pending: number;
  approved: number;
  rejected: number;
  withdrawn: number;
}

async function findListing(db: Database, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select l.id, l.title, coalesce(p.username, u.name) as creator, l.host_id, l.state, l.pause_reason, l.funded_micros,
      l.remainder_frozen, l.created_at, l.ends_at, l.ended_at, l.settled_at, l.rate_cents_per_mille, l.platforms,
      l.current_version, v.counted_views, v.counted_countries, clips.*
    from listings l join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join users u on u.id = l.host_id left join profiles p on p.user_id = u.id
    cross join lateral (
      select (count(*) filter (where s.status = 'pending'))::int as pending,
        (count(*) filter (where s.status = 'approved'))::int as approved,
        (count(*) filter (where s.status = 'rejected'))::int as rejected,
        (count(*) filter (where s.status = 'withdrawn'))::int as withdrawn
      from submissions s where s.listing_id = l.id) clips
    where l.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns all facts that an admin may see about one listing. */
export async function showListing(
  db: Database,
  id: string,
): Promise<Outcome<AdminListingShown, 'not_found'>> {
  const row = await findListing(db, id);
  if (!row) return refuse('not_found');
  return {
    id: row.id,
    title: row.title,
    creator: row.creator,
    creatorId: row.host_id,
    status: row.state,
    pauseReason: row.pause_reason,
    budgetMicros: micros(row.funded_micros),
    remainderFrozen: row.remainder_frozen,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    settledAt: row.settled_at,
    rateCentsPerMille: row.rate_cents_per_mille,
    countedViews: row.counted_views,
    countedCountries: row.counted_countries,
    platforms: row.platforms,
    version: row.current_version,
    budget: await budgetOf(db, id),
    clips: {
      pending: row.pending,
      approved: row.approved,
      rejected: row.rejected,
      withdrawn: row.withdrawn,
    },
    takedowns: await takedownsAbout(db, id),
  };
}
