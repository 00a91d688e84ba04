import type Stripe from 'stripe';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import { bySystem, SYSTEM, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { holdSameIdentity } from '#server/modules/fraud-holds/fraud-holds.ts';
import { isClosed, openSuspense } from '#server/modules/suspense/suspense.ts';
import { confirmDeposit } from '../confirm.ts';
import { failDeposit } from '../fail.ts';
import { type Deposit, findDeposit } from '../find-deposit.ts';
import { applyPayment, idOf, notePayment } from './payment.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Updates a deposit from the facts about its checkout session in an event or a poll. `failed` means that the
 * processor reported a delayed payment as failed. Ignores sessions that belong to no deposit.
 */
export async function takeSession(
  tx: Tx,
  session: Stripe.Checkout.Session,
  { failed, now }: { failed: boolean; now: Date },
): Promise<void> {
  const id = session.client_reference_id ?? '';
  const deposit = UUID.test(id) ? await findDeposit(tx, id) : null;
  if (deposit?.rail !== 'stripe') return;
  if (session.payment_status === 'paid') await takePaid(tx, deposit, session, now);
  else if (session.status === 'expired') {
    await failDeposit(tx, {
      depositId: id,
      reason: 'The payment page was closed or ran out of time. Nothing was charged.',
      by: SYSTEM,
      notifyHost: false,
      now,
    });
  } else if (failed) {
    const reason = 'The bank did not complete the payment. Nothing was charged.';
    await failDeposit(tx, { depositId: id, reason, by: SYSTEM, notifyHost: true, now });
  } else if (session.status === 'complete') {
    await tx
      .updateTable('deposits')
      .set({ pending_since: now })
      .where('id', '=', id)
      .where('state', '=', 'created')
      .where('pending_since', 'is', null)
      .execute();
  }
}

async function takePaid(
  tx: Tx,
  deposit: Deposit,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<void> {
  const intent = idOf(session.payment_intent);
  if (!intent || !isPaymentOf(session, deposit)) return await noteDifference(tx, deposit, session, now);
  await notePayment(tx, intent, now, deposit.id);
  const { id: depositId, hostId } = deposit;
  await notePayer(tx, { intent, hostId, email: session.customer_details?.email ?? null }, now);
  // A deposit has only one payment, which `notePayment` recorded.
  await confirmDeposit(tx, { depositId, hostId, by: SYSTEM, now });
  await applyPayment(tx, intent, now);
}

/**
 * Stores the payer's email and compares it with clippers of this host, because a clipper may be the same
 * person. Stores no email of a host who has left.
 */
async function notePayer(
  tx: Tx,
  { intent, hostId, email }: { intent: string; hostId: AccountId; email: string | null },
  now: Date,
): Promise<void> {
  if (!email || (await isClosed(tx, hostId))) return;
  const noted = await tx
    .updateTable('card_payments')
    .set({ payer_email: email })
    .where('payment_intent', '=', intent)
    .where('payer_email', 'is distinct from', email)
    .returning('payment_intent')
    .executeTakeFirst();
  if (noted) await holdSameIdentity(tx, { hostIds: [hostId] }, now);
}

/** Whether the session is the page opened for this deposit and was paid with exactly its amount. */
const isPaymentOf = (session: Stripe.Checkout.Session, deposit: Deposit): boolean =>
  session.currency === 'usd' &&
  session.amount_total !== null &&
  centsToMicros(session.amount_total) === deposit.amountMicros &&
  (deposit.sessionId === null || deposit.sessionId === session.id);

/** Moves money that does not match the requested amount into suspense, until an admin decides. */
async function noteDifference(
  tx: Tx,
  deposit: Deposit,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<void> {
  const failure = 'The payment does not match the amount that was requested. Our team is checking it.';
  await tx
    .updateTable('deposits')
    .set({ failure, due_at: null })
    .where('id', '=', deposit.id)
    .where('state', 'in', ['created', 'failed'])
    .execute();
  const reference = idOf(session.payment_intent);
  const amountMicros = centsToMicros(session.amount_total ?? 0);
  if (reference && session.currency === 'usd' && amountMicros > ZERO_MICROS) {
    const found = { cause: 'card_payment', rail: 'stripe', reference, subjectId: deposit.id } as const;
    await openSuspense(tx, { ...found, amountMicros }, SYSTEM, now);
  }
  await writeAudit(tx, bySystem(now), 'deposit.payment_differs', 'deposit', deposit.id, {
    session: session.id,
    cents: session.amount_total,
    currency: session.currency,
  });
}
