import type { PostPlatform } from '#contract/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';

/** The metadata of a listing's page; null when the listing does not exist or was removed. */
export async function findListingFacts(
  db: Database,
  id: string,
): Promise<{
  title: string;
  rateCentsPerMille: number;
  platforms: PostPlatform[];
  hostUsername: string;
} | null> {
  const row = await db
    .selectFrom('listings')
    .leftJoin('profiles', 'profiles.user_id', 'listings.host_id')
    .select([
      'listings.title',
      'listings.platforms',
      'listings.rate_cents_per_mille as rateCentsPerMille',
      'profiles.username as hostUsername',
    ])
    .where('listings.id', '=', id)
    .where('listings.state', '<>', 'removed')
    .executeTakeFirst();
  return row
    ? { ...row, platforms: row.platforms as PostPlatform[], hostUsername: row.hostUsername ?? '' }
    : null;
}

/** Most that a sitemap names; search engines take 50,000 addresses in a file. */
const ANNOUNCED = 5_000;

/** Ids of the newest active listings. */
export async function listActiveListings(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('state', '=', 'active')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ANNOUNCED)
    .execute();
  return rows.map(({ id }) => id);
}
