import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Rows of submission_id, entry_id and waiting_micros: the part of an accrual's available money that may not
 * be paid out yet.
 */
export type WaitingAccruals = RawBuilder<unknown>;

/**
 * Fills new payouts with available accruals, oldest release first; the last accrual of each payout is
 * divided. The caller has locked the clippers' balances and moved the amounts.
 * @throws when a payout is larger than the sum of its clipper's accruals that may be paid out
 */
export async function allocateAccruals(
  tx: Tx,
  payoutIds: readonly string[],
  { waiting, now }: { waiting: WaitingAccruals | null; now: Date },
): Promise<void> {
  const { rows } = await sql<{ payout_id: string }>`
    with wanted as (
      select id, clipper_id, amount_micros,
        sum(amount_micros) over (partition by clipper_id order by requested_at, id)::bigint as upto
      from payouts where id = any(${payoutIds}::uuid[])
    ), usable as (
      select a.submission_id, a.entry_id, a.clipper_id, a.released_at, a.views_from,
        a.available_micros - ${waiting ? sql`coalesce(w.waiting_micros, 0)` : sql`0`} as micros
      from accruals a
      ${waiting ? sql`left join (${waiting}) w on w.submission_id = a.submission_id and w.entry_id = a.entry_id` : sql``}
      where a.available_micros > 0 and a.clipper_id in (select clipper_id from wanted)
    ), laid as (
      select *, sum(micros) over (
        partition by clipper_id order by released_at, submission_id, views_from, entry_id)::bigint as upto
      from usable where micros > 0
    ), taken as materialized (
      select w.id as payout_id, l.submission_id, l.entry_id,
        least(w.upto, l.upto) - greatest(w.upto - w.amount_micros, l.upto - l.micros) as micros
      from wanted w join laid l on l.clipper_id = w.clipper_id
        and l.upto > w.upto - w.amount_micros and l.upto - l.micros < w.upto
    ), lowered as (
      update accruals a set available_micros = a.available_micros - t.micros
      from (select submission_id, entry_id, sum(micros)::bigint as micros from taken group by 1, 2) t
      where a.submission_id = t.submission_id and a.entry_id = t.entry_id
    ), linked as (
      insert into payout_accruals (payout_id, submission_id, entry_id, amount_micros, linked_at)
      select payout_id, submission_id, entry_id, micros, ${now} from taken
    )
    select w.id as payout_id from wanted w left join taken t on t.payout_id = w.id
    group by w.id, w.amount_micros having coalesce(sum(t.micros), 0) <> w.amount_micros`.execute(tx);
  if (rows.length > 0) {
    throw new Error(
      `payouts are more than the steps behind them: ${rows.map((row) => row.payout_id).join(', ')}`,
    );
  }
}

/**
 * Makes the money of a payout's accruals available again, because the payout was not sent or was returned.
 * The caller has locked the balances.
 */
export async function freeAccruals(tx: Tx, payoutId: string, now: Date): Promise<void> {
  await sql`
    with freed as (
      update payout_accruals set freed_at = ${now} where payout_id = ${payoutId} and freed_at is null
      returning submission_id, entry_id, amount_micros - replaced_micros as micros
    )
    update accruals a set available_micros = a.available_micros + f.micros
    from freed f where a.submission_id = f.submission_id and a.entry_id = f.entry_id`.execute(tx);
}
