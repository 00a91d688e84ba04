import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { LOOKUPS_A_DAY } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Books a lookup against a person's daily quota (in UTC), because lookups use the allowance that everybody
 * shares. Returns null if the lookup is allowed, otherwise the time of the next allowed one.
 */
export async function bookLookup(db: Database, accountId: AccountId, now: Date): Promise<Date | null> {
  const today = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const { rows } = await sql`
    insert into lookup_quotas as l (user_id, day, lookups) values (${accountId}, ${today.toISOString().slice(0, 10)}::date, 1)
    on conflict (user_id) do update set day = excluded.day, lookups = case when l.day = excluded.day then l.lookups + 1 else 1 end
    where l.day <> excluded.day or l.lookups < ${LOOKUPS_A_DAY}
    returning user_id`.execute(db);
  return rows.length > 0 ? null : after(today, DAY);
}
