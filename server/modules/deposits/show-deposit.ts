import { sql } from 'kysely';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { cutToCents, micros } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { unspentOf } from './funding-lots.ts';
import { findAdminDeposit } from './list-deposits.ts';
import { disputesOf } from './list-disputes.ts';
import { waitingOfDeposit } from './seasoning.ts';

interface Origin
  extends Pick<AdminDepositShown, 'isHostBanned' | 'payerEmail' | 'paymentIntent' | 'suspenseItemId'> {
  questionedAt: Date | null;
}

/**
 * Returns all facts that an admin may see about one deposit. Its transfers and audit rows are separate lists.
 */
export async function showDeposit(
  db: Database,
  id: string,
  now: Date,
): Promise<Outcome<AdminDepositShown, 'not_found'>> {
  const deposit = await findAdminDeposit(db, id, now);
  if (!deposit) return refuse('not_found');
  const origins = await sql<Origin>`
    select c.payment_intent as "paymentIntent", c.payer_email as "payerEmail", u.banned_at is not null as "isHostBanned",
      (select i.id from suspense_items i where i.deposit_id = d.id) as "suspenseItemId", d.questioned_at as "questionedAt"
    from deposits d join accounts u on u.id = d.host_id left join card_payments c on c.deposit_id = d.id
    where d.id = ${id}`.execute(db);
  const refunds = await sql<AdminDepositShown['refunds'][number]>`
    select id, amount_micros as "amountMicros", state, cause, loss_micros as "lossMicros", created_at as "askedAt",
      finished_at as "finishedAt", coalesce(failure, reference) as note
    from deposit_refunds where deposit_id = ${id} order by created_at desc, id desc`.execute(db);
  const disputes = await disputesOf(db, [id]);
  const { questionedAt, ...origin } = origins.rows[0]!;
  const waiting = questionedAt ? await waitingOfDeposit(db, id, now) : [];
  return {
    ...deposit,
    ...origin,
    unspentMicros: cutToCents(await unspentOf(db, deposit.hostId, id)),
    waitingEarningsMicros:
      waiting.length > 0 ? micros(waiting.reduce((sum, one) => sum + one.amountMicros, 0n)) : null,
    refunds: refunds.rows,
    disputes: disputes.get(id) ?? [],
  };
}
