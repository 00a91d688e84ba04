import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/** Pages that search engines may index: active listings and their hosts. */
const listedSql = sql`
  select 1 as part, l.id::text as name, '/listings/' || l.id as path from listings l where l.state = 'active'
  union all
  select 2, p.username, '/@' || p.username from profiles p
  where p.username is not null and exists (
    select from listings l where l.host_id = p.user_id and l.state = 'active')`;

/** Paths for the sitemap, in a stable order. */
export const listedPaths = (db: Database) => ({
  async count(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${listedSql}) listed`.execute(db);
    return rows[0]!.count;
  },
  async read({ skip, most }: { skip: number; most: number }): Promise<string[]> {
    const { rows } = await sql<{ path: string }>`
      select path from (${listedSql}) listed order by part, name offset ${skip} limit ${most}`.execute(db);
    return rows.map(({ path }) => path);
  },
});
