import { sql } from 'kysely';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { cutToCents, micros } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { unspentOf } from './funding-lots.ts';
import { findAdminDeposit } from './list-deposits.ts';
import { disputesOf } from './list-disputes.ts';
import { waitingOfDeposit } from './seasoning.ts';

interface RefundRow {
  id: string;
  amount_micros: bigint;
  state: AdminDepositShown['refunds'][number]['state'];
  cause: AdminDepositShown['refunds'][number]['cause'];
  loss_micros: bigint;
  created_at: Date;
  finished_at: Date | null;
  note: string | null;
}

interface Origin {
  payment_intent: string | null;
  payer_email: string | null;
  suspense_item_id: string | null;
  is_host_banned: boolean;
  questioned_at: Date | null;
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
    select c.payment_intent, c.payer_email, (select i.id from suspense_items i where i.deposit_id = d.id) as suspense_item_id,
      u.banned_at is not null as is_host_banned, d.questioned_at
    from deposits d join users u on u.id = d.host_id left join card_payments c on c.deposit_id = d.id where d.id = ${id}`.execute(
    db,
  );
  const refunds = await sql<RefundRow>`
    select id, amount_micros, state, cause, loss_micros, created_at, finished_at, coalesce(failure, reference) as note
    from deposit_refunds where deposit_id = ${id} order by created_at desc, id desc`.execute(db);
  const disputes = await disputesOf(db, [id]);
  const [origin] = origins.rows;
  const waiting = origin?.questioned_at ? await waitingOfDeposit(db, id, now) : [];
  return {
    ...deposit,
    unspentMicros: cutToCents(await unspentOf(db, deposit.hostId, id)),
    waitingEarningsMicros:
      waiting.length > 0 ? micros(waiting.reduce((sum, one) => sum + one.amountMicros, 0n)) : null,
    isHostBanned: origin?.is_host_banned ?? false,
    payerEmail: origin?.payer_email ?? null,
    paymentIntent: origin?.payment_intent ?? null,
    suspenseItemId: origin?.suspense_item_id ?? null,
    refunds: refunds.rows.map((row) => ({
      id: row.id,
      amountMicros: micros(row.amount_micros),
      state: row.state,
      cause: row.cause,
      lossMicros: micros(row.loss_micros),
      askedAt: row.created_at,
      finishedAt: row.finished_at,
      note: row.note,
    })),
    disputes: disputes.get(id) ?? [],
  };
}
