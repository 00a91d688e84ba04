import { sql } from 'kysely';
import type { AdminListingShown } from '#contract/admin/admin-objects.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { takedownsAbout } from './takedowns-about.ts';

type Row = Omit<AdminListingShown, 'budget' | 'clips' | 'takedowns'> & AdminListingShown['clips'];

async function findListing(db: Database, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select l.id, l.title, coalesce(p.username, u.name) as creator, l.host_id as "creatorId", l.state as status,
      l.pause_reason as "pauseReason", l.funded_micros as "budgetMicros", l.remainder_frozen as "remainderFrozen",
      l.created_at as "createdAt", l.ends_at as "endsAt", l.ended_at as "endedAt", l.settled_at as "settledAt",
      l.rate_cents_per_mille as "rateCentsPerMille", l.platforms, l.current_version as version,
      v.counted_views as "countedViews", v.counted_countries as "countedCountries", clips.*
    from listings l join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join accounts u on u.id = l.host_id left join profiles p on p.user_id = u.id
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
  const { pending, approved, rejected, withdrawn, ...listing } = row;
  return {
    ...listing,
    budget: await budgetOf(db, id),
    clips: { pending, approved, rejected, withdrawn },
    takedowns: await takedownsAbout(db, id),
  };
}
