import { sql } from 'kysely';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

/**
 * Refreshes each listing's earnings of the last seven days once an hour, because the sum is too expensive for
 * each row of the feed.
 */
export function spendRates(db: Database): Job {
  let computedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'listings.spend-rates',
    async run(now) {
      if (now.getTime() - computedAt < HOUR) return;
      await refreshSpendRates(db, now);
      computedAt = now.getTime();
    },
  };
}

export async function refreshSpendRates(db: Database, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await sql`
      insert into listing_spend_rates as known (listing_id, week_micros, computed_at)
      select listing_id, sum(amount_micros)::bigint, ${now}
      from accruals
      where state <> 'reversed' and accrued_at > ${after(now, -7 * DAY)} and accrued_at <= ${now}
      group by listing_id
      on conflict (listing_id) do update set
        week_micros = excluded.week_micros, computed_at = excluded.computed_at`.execute(tx);
    await sql`delete from listing_spend_rates where computed_at <> ${now}`.execute(tx);
  });
}
