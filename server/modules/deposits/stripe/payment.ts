import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { applyDisputes } from '../dispute.ts';
import { bookDisputeFees } from '../dispute-fee.ts';
import { applyRefunds } from './apply-refunds.ts';

/** Returns the id of an object that Stripe sends either as an id or expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/**
 * Creates and locks the row of a payment, so that messages about it are handled one after the other. Events
 * may arrive before the event that names the deposit; this row stores their facts until then.
 */
export async function notePayment(tx: Tx, intent: string, now: Date, depositId?: string): Promise<void> {
  await sql`
    insert into card_payments as p (payment_intent, deposit_id, seen_at) values (${intent}, ${depositId ?? null}, ${now})
    on conflict (payment_intent) do update set deposit_id = coalesce(p.deposit_id, excluded.deposit_id)`.execute(
    tx,
  );
}

interface Payment {
  depositId: string;
  hostId: AccountId;
  amountMicros: Micros;
  refundedMicros: Micros;
  warnedAt: Date | null;
}

async function findPayment(tx: Tx, intent: string): Promise<Payment | null> {
  const row = await tx
    .selectFrom('card_payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select(['d.id', 'd.host_id', 'd.amount_micros', 'p.refunded_micros', 'p.warned_at'])
    .where('p.payment_intent', '=', intent)
    .where('d.state', 'in', ['confirmed', 'disputed', 'charged_back'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    depositId: row.id,
    hostId: row.host_id,
    amountMicros: micros(row.amount_micros),
    refundedMicros: micros(row.refunded_micros),
    warnedAt: row.warned_at,
  };
}

/**
 * Applies all known facts about a payment to the balance and the deposit, in whatever order they arrived:
 * refunds made elsewhere, disputes, warnings. Does nothing until the deposit is confirmed. A repeated call
 * changes nothing.
 */
export async function applyPayment(tx: Tx, intent: string, now: Date): Promise<void> {
  const payment = await findPayment(tx, intent);
  if (!payment) return;
  await lock(tx, [host(payment.hostId)]);
  await applyRefunds(tx, { ...payment, intent }, now);
  await applyDisputes(tx, { ...payment, intent }, now);
  await bookDisputeFees(tx, { ...payment, intent }, now);
  if (payment.warnedAt) await freezeBalance(tx, payment, now);
}

async function freezeBalance(
  tx: Tx,
  { depositId, hostId, amountMicros, warnedAt }: Payment,
  now: Date,
): Promise<void> {
  const frozen = await tx
    .updateTable('deposits')
    .set({ frozen_at: warnedAt })
    .where('id', '=', depositId)
    .where('frozen_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!frozen) return;
  await writeAudit(tx, bySystem(now), 'deposit.frozen', 'deposit', depositId, { reason: 'fraud warning' });
  await notify(
    tx,
    {
      accountId: hostId,
      kind: 'deposit.frozen',
      title: 'Your balance is frozen',
      body: `You can't put your balance into listings until we have checked your payment of ${formatUsd(amountMicros)}: the bank has a question about it. Running listings continue.`,
      link: '/host/budget',
    },
    now,
  );
}
