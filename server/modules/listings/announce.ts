import type { Database } from '#server/infra/transaction.ts';

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
