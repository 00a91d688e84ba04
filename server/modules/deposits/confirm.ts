import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { fullDay } from '#contract/dates.ts';
import { REFUND_SELF_DAYS } from '#contract/limits.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { type Act, actBy, type Doer, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { ownerEmail } from '#server/modules/accounts/accounts.ts';
import { clearing, host, lock, post } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { isClosed, sweepClosed } from '#server/modules/suspense/suspense.ts';
import type { DepositRail } from './find-deposit.ts';

/** Creates a confirmed deposit by the labelled test card, without any processor. */
export async function confirmTestCard(
  tx: Tx,
  {
    hostId,
    userId,
    amountMicros,
    now,
  }: { hostId: AccountId; userId: UserId; amountMicros: Micros; now: Date },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('deposits')
    .values({
      id,
      host_id: hostId,
      rail: 'test',
      amount_micros: amountMicros,
      state: 'confirmed',
      reference: 'Test card',
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  await credit(tx, { id, hostId, rail: 'test', amountMicros }, now);
  await auditConfirmed(tx, { id, rail: 'test', amountMicros }, actBy('host', userId, now));
  return id;
}

interface Confirmation {
  depositId: string;
  hostId: AccountId;
  by: Doer;
  /**
   * The reference and the received amount on the bank statement. The amount may differ from the announced
   * one.
   */
  bank?: { reference: string; amountMicros: Micros };
  now: Date;
}

/**
 * Credits a deposit to the host's balance once and mails a receipt. A failed deposit is also confirmed if its
 * money arrives late. Returns false if the deposit was confirmed before.
 */
export async function confirmDeposit(
  tx: Tx,
  { depositId, hostId, by, bank, now }: Confirmation,
): Promise<boolean> {
  await lock(tx, [host(hostId)]);
  const row = await tx
    .updateTable('deposits')
    .set({
      state: 'confirmed',
      confirmed_at: now,
      failure: null,
      pending_since: null,
      tries: 0,
      ...(bank
        ? { bank_reference: bank.reference, amount_micros: bank.amountMicros, due_at: null }
        : { due_at: now }),
    })
    .where('id', '=', depositId)
    .where('host_id', '=', hostId)
    .where('state', 'in', ['created', 'failed'])
    .returning(['rail', 'amount_micros', 'reference'])
    .executeTakeFirst();
  if (!row) return false;
  const deposit = {
    id: depositId,
    hostId,
    rail: row.rail as DepositRail,
    amountMicros: micros(row.amount_micros),
  };
  await credit(tx, deposit, now);
  await auditConfirmed(tx, deposit, { at: now, ...by }, bank && { bankReference: bank.reference });
  const { reference } = row;
  const origin = { cause: 'late_deposit', rail: deposit.rail, reference, subjectId: depositId } as const;
  await sweepClosed(tx, host(hostId), origin, now);
  await sendReceipt(tx, { ...deposit, reference }, now);
  if (deposit.rail === 'bank') await notifyArrived(tx, { ...deposit, reference }, now);
  return true;
}

interface Received {
  id: string;
  hostId: AccountId;
  rail: DepositRail;
  amountMicros: Micros;
  reference: string;
}

/** Mails a receipt, unless the account is closed, because then nobody can read it. */
export async function sendReceipt(tx: Tx, received: Received, now: Date): Promise<void> {
  if (await isClosed(tx, received.hostId)) return;
  await enqueueMail(tx, receiptMail(await ownerEmail(tx, received.hostId), received, now), now);
}

/**
 * Notifies the host of a received transfer. It arrives days after it was announced, when the host has left
 * the page.
 */
const notifyArrived = (tx: Tx, { hostId, amountMicros, reference }: Received, now: Date): Promise<void> =>
  notify(
    tx,
    {
      accountId: hostId,
      kind: 'deposit.confirmed',
      title: 'Funds added',
      body: `Your bank transfer ${reference} has arrived: ${formatUsd(amountMicros)} is on your balance.`,
      link: '/host/budget',
      notBy: ['mail'],
    },
    now,
  );

async function credit(
  tx: Tx,
  {
    id,
    hostId,
    rail,
    amountMicros,
  }: { id: string; hostId: AccountId; rail: DepositRail; amountMicros: Micros },
  now: Date,
): Promise<void> {
  const posted = await post(tx, {
    key: `deposit:${id}`,
    kind: 'deposit.confirmed',
    occurredAt: now,
    transfers: [{ debit: clearing(rail), credit: host(hostId), amountMicros, subjectId: id }],
  });
  if (posted !== 'posted') throw new Error(`deposit ${id} was not posted: ${posted}`);
}

export const auditConfirmed = (
  tx: Tx,
  { id, rail, amountMicros }: { id: string; rail: DepositRail; amountMicros: Micros },
  who: Act,
  more: Record<string, unknown> = {},
): Promise<void> => writeAudit(tx, who, 'deposit.confirmed', 'deposit', id, { amountMicros, rail, ...more });

const PAID_BY: Record<DepositRail, string> = { test: 'Test card', bank: 'Bank transfer', stripe: 'Card' };

export const receiptMail = (to: string, { id, rail, amountMicros, reference }: Received, now: Date) => ({
  to,
  subject: `Receipt: ${formatUsd(amountMicros)} added to your Permille balance`,
  text: `We received your payment. It is on your balance now.

Amount: ${formatUsd(amountMicros)}
Fees: none
Paid by: ${PAID_BY[rail]}
Date: ${fullDay(now)}
Reference: ${reference}
Deposit: ${id}

You can have unspent money sent back to where it came from: yourself within ${REFUND_SELF_DAYS} days, on the Budget page, and on request after that.
`,
});
