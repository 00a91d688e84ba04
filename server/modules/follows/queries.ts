import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { FollowedHost, SavedSearch } from '#contract/follows.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { acceptedFilters } from '#contract/listings/explore-filters.ts';
import { photoPath } from '#contract/media/media.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { savedSearchMatches } from '#server/modules/listings/listings.ts';

type Db = Database | Tx;

/** Returns the id of a host with a public profile. */
export async function findHostId(db: Db, username: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.user_id')
    .select('accounts.id')
    .where('profiles.username', '=', username)
    .where('accounts.role', '=', 'host')
    .where('accounts.banned_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the id of the person with this username, whatever the role. */
export async function hostIdOf(db: Db, username: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Counts followed hosts, except the one about to be followed. */
export async function countFollowedHosts(db: Db, clipperId: AccountId, but: AccountId): Promise<number> {
  const { hosts } = await db
    .selectFrom('followed_hosts')
    .select((eb) => eb.fn.countAll<bigint>().as('hosts'))
    .where('clipper_id', '=', clipperId)
    .where('host_id', '<>', but)
    .executeTakeFirstOrThrow();
  return Number(hosts);
}

/** Lists followed hosts that are visible now. A ban hides a host but keeps the follower. */
export async function listFollowedHosts(db: Db, clipperId: AccountId): Promise<FollowedHost[]> {
  const { rows } = await sql<{
    username: string;
    avatar_media_id: string | null;
    listings: number;
    at: Date;
  }>`
    select p.username, p.avatar_media_id, f.followed_at as at, (
      select count(*)::int from listings l where l.host_id = f.host_id and l.state = 'active') as listings
    from followed_hosts f
    join accounts u on u.id = f.host_id and u.banned_at is null and u.closed_at is null
    join profiles p on p.user_id = f.host_id and p.username is not null
    where f.clipper_id = ${clipperId} order by p.username`.execute(db);
  return rows.map((row) => ({
    username: row.username,
    avatarUrl: photoPath(row.avatar_media_id),
    activeListings: row.listings,
    followedAt: row.at,
  }));
}

export async function listSavedSearches(db: Db, clipperId: AccountId): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select id, name, filters, alerts, created_at as "createdAt"
    from saved_searches where clipper_id = ${clipperId} order by name`.execute(db);
  return rows.map((row) => ({ ...row, filters: acceptedFilters(row.filters) }));
}

export interface Follower {
  clipperId: AccountId;
  /** Whether the clipper follows the host. */
  follows: boolean;
  /** The first of the clipper's searches that match the listing; null if none does. */
  search: string | null;
}

export interface NewListing extends CountedTerms {
  id: string;
  hostId: AccountId;
  username: string;
  rateCentsPerMille: number;
}

/** Returns the facts of a new listing; null if it no longer accepts clips or its host is hidden. */
export async function findNewListing(db: Db, id: string): Promise<NewListing | null> {
  const { rows } = await sql<NewListing>`
    select l.id, l.host_id as "hostId", p.username, l.rate_cents_per_mille as "rateCentsPerMille",
      v.counted_views as "countedViews", v.counted_countries as "countedCountries"
    from listings l join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join profiles p on p.user_id = l.host_id and p.username is not null
    join accounts u on u.id = l.host_id and u.banned_at is null and u.closed_at is null
    where l.id = ${id} and l.state = 'active'`.execute(db);
  return rows[0] ?? null;
}

/** Lists clippers to notify of a listing, each once, in id order, without those whom its host has blocked. */
export async function findFollowers(
  db: Db,
  { listingId, after, most }: { listingId: string; after: string; most: number },
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select fan.clipper_id as "clipperId", bool_or(fan.follows) as follows, min(fan.search) as search
    from listings l
    left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    cross join lateral (
      select f.clipper_id, true as follows, null as search from followed_hosts f
      where f.host_id = l.host_id and f.clipper_id > ${after} and f.followed_at < l.created_at
      union all
      select s.clipper_id, false, s.name from saved_searches s
      where s.alerts and s.clipper_id > ${after} and s.created_at < l.created_at
        and ${savedSearchMatches}) fan
    join accounts u on u.id = fan.clipper_id and u.banned_at is null and u.closed_at is null
    where l.id = ${listingId} and not exists (
      select from clipper_blocks b where b.host_id = l.host_id and b.clipper_id = fan.clipper_id)
    group by fan.clipper_id order by fan.clipper_id limit ${most}`.execute(db);
  return rows;
}
