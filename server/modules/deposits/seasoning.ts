import { sql } from 'kysely';
import { DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export interface Unseasoned {
  clipperId: string;
  amountMicros: Micros;
  /** When the last of it may leave. */
  until: Date;
}

/**
 * Of what was released to clippers, the part that a bank may still take back from us: paid out of the first card deposit
 * of a host in the 14 days after it, at most its amount. It is the clipper's own, but a payout waits for it.
 */
export async function unseasonedOfAll(
  db: Database | Tx,
  now: Date,
  clipperId: string | null,
): Promise<Unseasoned[]> {
  const since = after(now, -DEPOSIT_SEASONING_DAYS * DAY);
  const { rows } = await sql<{ clipper_id: string; amount: bigint; confirmed_at: Date }>`
    with young as materialized (
      select d.host_id, d.amount_micros, d.confirmed_at from deposits d
      where d.rail = 'stripe' and d.confirmed_at > ${since} and not exists (
        select from deposits e
        where e.host_id = d.host_id and e.rail = 'stripe' and (e.confirmed_at, e.id) < (d.confirmed_at, d.id))
    ), paid as (
      select a.clipper_id, y.host_id, y.amount_micros, y.confirmed_at, sum(a.amount_micros)::bigint as amount
      from young y join listings l on l.host_id = y.host_id join accruals a on a.listing_id = l.id
      where a.state = 'released' and a.accrued_at >= y.confirmed_at
        and ${clipperId ? sql`a.clipper_id = ${clipperId}` : sql`true`}
      group by a.clipper_id, y.host_id, y.amount_micros, y.confirmed_at
    )
    select clipper_id, sum(least(amount, amount_micros))::bigint as amount, max(confirmed_at) as confirmed_at
    from paid group by clipper_id`.execute(db);
  return rows.map((row) => ({
    clipperId: row.clipper_id,
    amountMicros: micros(row.amount),
    until: after(row.confirmed_at, DEPOSIT_SEASONING_DAYS * DAY),
  }));
}

/** The same for one clipper; nothing waits when `until` is null. */
export async function unseasoned(
  db: Database | Tx,
  clipperId: string,
  now: Date,
): Promise<{ amountMicros: Micros; until: Date | null }> {
  const [found] = await unseasonedOfAll(db, now, clipperId);
  return found ?? { amountMicros: ZERO_MICROS, until: null };
}
