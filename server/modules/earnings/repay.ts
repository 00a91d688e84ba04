import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Uses a clipper's available accruals to pay off a debt, oldest release first. Reversed accruals whose payout
 * returned are used before others. The other accruals take the places of reversed accruals in payouts that
 * were paid, oldest payout first, so that these payouts consist of real views again. The caller has locked
 * the clipper's balances and moved the amount.
 */
export async function repayWithAccruals(
  tx: Tx,
  clipperId: AccountId,
  amountMicros: Micros,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ spent: bigint; replaced: bigint; earned: bigint }>`
    with own as materialized (
      select submission_id, entry_id, state, available_micros, sum(available_micros) over (
        order by (state = 'reversed') desc, released_at, submission_id, views_from, entry_id)::bigint as upto
      from accruals where clipper_id = ${clipperId} and available_micros > 0
    ), spent as materialized (
      select submission_id, entry_id, state,
        least(available_micros, ${amountMicros}::bigint - (upto - available_micros)) as micros
      from own where upto - available_micros < ${amountMicros}::bigint
    ), lowered as (
      update accruals a set available_micros = a.available_micros - s.micros
      from spent s where a.submission_id = s.submission_id and a.entry_id = s.entry_id
    ), earned as materialized (
      select submission_id, entry_id, micros, sum(micros) over (order by submission_id, entry_id)::bigint as upto
      from spent where state <> 'reversed'
    ), lacking as materialized (
      select k.payout_id, k.submission_id, k.entry_id, k.amount_micros - k.replaced_micros as micros,
        sum(k.amount_micros - k.replaced_micros) over (
          order by p.requested_at, k.payout_id, k.submission_id, k.entry_id)::bigint as upto
      from payouts p
      join payout_accruals k on k.payout_id = p.id and k.freed_at is null and k.replaced_micros < k.amount_micros
      join accruals a on a.submission_id = k.submission_id and a.entry_id = k.entry_id and a.state = 'reversed'
      where p.clipper_id = ${clipperId}
    ), filled as materialized (
      select l.payout_id, l.submission_id, l.entry_id, e.submission_id as by_submission, e.entry_id as by_entry,
        least(l.upto, e.upto) - greatest(l.upto - l.micros, e.upto - e.micros) as micros
      from lacking l join earned e on e.upto > l.upto - l.micros and e.upto - e.micros < l.upto
    ), replaced as (
      update payout_accruals k set replaced_micros = k.replaced_micros + f.micros
      from (select payout_id, submission_id, entry_id, sum(micros)::bigint as micros from filled group by 1, 2, 3) f
      where k.payout_id = f.payout_id and k.submission_id = f.submission_id and k.entry_id = f.entry_id
    ), parts as (
      insert into payout_accruals as k (payout_id, submission_id, entry_id, amount_micros, linked_at)
      select payout_id, by_submission, by_entry, sum(micros)::bigint, ${now} from filled group by 1, 2, 3
      on conflict (payout_id, submission_id, entry_id)
        do update set amount_micros = k.amount_micros + excluded.amount_micros
    )
    select (select coalesce(sum(micros), 0)::bigint from spent) as spent,
      (select coalesce(sum(micros), 0)::bigint from filled) as replaced,
      (select coalesce(sum(micros), 0)::bigint from earned) as earned`.execute(tx);
  const { spent, replaced, earned } = rows[0]!;
  if (spent !== amountMicros || replaced !== earned) {
    throw new Error(
      `${clipperId} pays ${amountMicros} off with steps of ${spent}, ${replaced} of ${earned} for payouts`,
    );
  }
}
