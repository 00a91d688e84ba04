import { sql } from 'kysely';
import { DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { type Micros, micros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/**
 * Of what was released to a clipper, the part that may still be taken back from us: paid by the first card deposit of a
 * host, for 14 days after that deposit, at most its amount. It is the clipper's own, but a payout waits for it.
 * `until`: when the last of it may leave; null when there is none.
 */
export async function unseasoned(
  db: Database | Tx,
  clipperId: string,
  now: Date,
): Promise<{ amountMicros: Micros; until: Date | null }> {
  const { rows } = await sql<{ amount: bigint; confirmed_at: Date | null }>`
    select coalesce(sum(least(paid.amount, first.amount_micros)), 0)::bigint as amount, max(first.confirmed_at) as confirmed_at
    from (
      select l.host_id, sum(a.amount_micros)::bigint as amount
      from accruals a join listings l on l.id = a.listing_id
      where a.clipper_id = ${clipperId} and a.state = 'released'
        and a.accrued_at > ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)}
      group by l.host_id
    ) paid
    join lateral (
      select d.amount_micros, d.confirmed_at from deposits d
      where d.host_id = paid.host_id and d.rail = 'stripe' and d.confirmed_at is not null
      order by d.confirmed_at limit 1
    ) first on first.confirmed_at > ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)}`.execute(db);
  const { amount, confirmed_at: confirmedAt } = rows[0]!;
  return {
    amountMicros: micros(amount),
    until: confirmedAt && after(confirmedAt, DEPOSIT_SEASONING_DAYS * DAY),
  };
}
