import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import type { Micros } from '#contract/money.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Public facts of an active listing. */
export interface SharedListing extends CountedTerms {
  id: string;
  title: string;
  description: string;
  hostUsername: string;
  platforms: readonly PostPlatform[];
  rateCentsPerMille: number;
  freeMicros: Micros;
  fundedMicros: Micros;
  postedAt: Date;
}

/** Number of listings in a feed. */
const FEED_ROWS = 50;

/**
 * SQL: active listings. Listings of banned or closed accounts are paused or over, so none of them appears
 * here.
 */
const listingsSql = sql`
  select l.id, l.title, v.description, p.username as "hostUsername", l.platforms, l.rate_cents_per_mille as "rateCentsPerMille",
    coalesce(a.balance_micros, 0) as "freeMicros", l.funded_micros as "fundedMicros", l.created_at as "postedAt",
    v.counted_views as "countedViews", v.counted_countries as "countedCountries"
  from listings l
  join listing_versions v on v.listing_id = l.id and v.version = l.current_version
  join profiles p on p.user_id = l.host_id and p.username is not null
  left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
  where l.state = 'active'`;

/** Returns the newest active listings, of all hosts or of one host. */
export async function newestListings(db: Database, hostId: AccountId | null): Promise<SharedListing[]> {
  const { rows } = await sql<SharedListing>`
    ${listingsSql} ${hostId ? sql`and l.host_id = ${hostId}` : sql``}
    order by l.created_at desc, l.id desc limit ${FEED_ROWS}`.execute(db);
  return rows;
}

/** Returns an active listing; null if the listing is not active or does not exist. */
export async function activeListing(db: Database, id: string): Promise<SharedListing | null> {
  const { rows } = await sql<SharedListing>`${listingsSql} and l.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface SharedHost {
  id: AccountId;
  username: string;
}

/** Returns a host with a public profile. */
export async function findHost(db: Database, username: string): Promise<SharedHost | null> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.user_id')
    .select(['accounts.id', 'profiles.username'])
    .where('profiles.username', '=', username)
    .where('accounts.role', '=', 'host')
    .where('accounts.banned_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, username: row.username! } : null;
}

/** Lists platforms: "TikTok, YouTube Shorts". */
export const placesOf = (platforms: readonly PostPlatform[]): string =>
  platforms.map((platform) => formats[platform]).join(', ');
