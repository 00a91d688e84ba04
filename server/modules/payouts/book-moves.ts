import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { asSentence } from '#contract/sentence.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { freeAccruals, offsetDebt } from '#server/modules/earnings/earnings.ts';
import {
  clearing,
  clipperAvailable,
  payoutAccount,
  post,
  processorFees,
} from '#server/modules/ledger/ledger.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { isClosed, sweepClosed } from '#server/modules/suspense/suspense.ts';
import { automaticIsStopped, STOPPED } from './automatic.ts';
import { forgetDestination } from './forget-address.ts';

/** A payout whose row the caller has just moved to its new state. */
export interface MovedPayout {
  id: string;
  clipper_id: AccountId;
  amount_micros: bigint;
  destination: string;
}

export const movedColumns = ['id', 'clipper_id', 'amount_micros', 'destination'] as const;

type PayoutRail = 'manual' | 'paypal';

/** Books a payout as paid by this rail and notifies its clipper. */
export async function bookPaid(
  tx: Tx,
  payout: MovedPayout,
  { rail, reference, now }: { rail: PayoutRail; reference: string; now: Date },
): Promise<void> {
  const amountMicros = micros(payout.amount_micros);
  await move(tx, payout, 'payout.paid', now, {
    debit: payoutAccount(payout.id),
    credit: clearing(rail),
  });
  await notifyEnd(tx, payout, now, {
    kind: 'payout.paid',
    title: 'Payout sent',
    body: `${formatUsd(amountMicros)} went to ${payout.destination}. Reference: ${reference}`,
  });
}

/** Books the processor's fee for a payout as the platform's expense; a fee of zero books nothing. */
export async function bookFee(tx: Tx, payoutId: string, feeMicros: Micros, now: Date): Promise<void> {
  if (feeMicros <= 0n) return;
  const posted = await post(tx, {
    key: `payout:${payoutId}:fee`,
    kind: 'processor.fee',
    occurredAt: now,
    transfers: [
      { debit: processorFees, credit: clearing('paypal'), amountMicros: feeMicros, subjectId: payoutId },
    ],
  });
  if (posted !== 'posted') throw new Error(`the fee of payout ${payoutId} was not booked: ${posted}`);
}

/**
 * Books a payout as failed: its amount pays off the clipper's debt first, and the rest is available again.
 */
export async function bookFailed(tx: Tx, payout: MovedPayout, reason: string, now: Date): Promise<void> {
  const paidOffMicros = await giveBack(tx, payout, 'payout.failed', now);
  await notifyEnd(tx, payout, now, {
    kind: 'payout.failed',
    title: 'Payout failed',
    body: `${formatUsd(micros(payout.amount_micros))} could not be paid. ${whereItIs(payout, paidOffMicros)} Reason: ${asSentence(reason)}${await whatWaits(tx, payout)}`,
  });
}

/** Books a payout that was called back before it was sent, and notifies its clipper with the reason. */
export async function bookCalledBack(tx: Tx, payout: MovedPayout, reason: string, now: Date): Promise<void> {
  await giveBack(tx, payout, 'payout.canceled', now);
  await notifyEnd(tx, payout, now, {
    kind: 'payout.canceled',
    title: 'Payout canceled',
    body: `${formatUsd(micros(payout.amount_micros))} was canceled before it was sent. Reason: ${asSentence(reason)}`,
  });
}

/**
 * Undoes a payout that was never sent. Returns the part that paid off the clipper's debt. The caller has
 * locked the clipper's balances.
 */
export async function giveBack(
  tx: Tx,
  payout: MovedPayout,
  kind: 'payout.canceled' | 'payout.failed',
  now: Date,
): Promise<Micros> {
  await move(tx, payout, kind, now, {
    debit: payoutAccount(payout.id),
    credit: clipperAvailable(payout.clipper_id),
  });
  return await arrive(tx, payout, 'payout_failed', now);
}

const whatWaits = async (tx: Tx, { clipper_id }: MovedPayout): Promise<string> =>
  (await automaticIsStopped(tx, clipper_id)) ? ` ${STOPPED}` : '';

function whereItIs({ amount_micros }: MovedPayout, paidOffMicros: Micros): string {
  if (paidOffMicros === ZERO_MICROS) return 'It is available again.';
  if (paidOffMicros >= amount_micros) return 'It pays off what you owe.';
  return `${formatUsd(paidOffMicros)} of it pays off what you owe, the rest is available again.`;
}

/**
 * Books that a paid payout was returned by the same rail: its amount pays off the clipper's debt first, and
 * the rest is available again.
 */
export async function bookReturned(
  tx: Tx,
  payout: MovedPayout,
  { rail, reason, now }: { rail: PayoutRail; reason: string; now: Date },
): Promise<void> {
  await move(tx, payout, 'payout.returned', now, {
    debit: clearing(rail),
    credit: clipperAvailable(payout.clipper_id),
  });
  const paidOffMicros = await arrive(tx, payout, 'payout_returned', now);
  await notifyEnd(tx, payout, now, {
    kind: 'payout.returned',
    title: 'Payout came back',
    body: `${formatUsd(micros(payout.amount_micros))} came back. ${whereItIs(payout, paidOffMicros)} Reason: ${asSentence(reason)}${await whatWaits(tx, payout)}`,
  });
}

type Way = Pick<Parameters<typeof post>[1]['transfers'][number], 'debit' | 'credit'>;

async function move(
  tx: Tx,
  { id, amount_micros }: MovedPayout,
  kind: 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'payout.returned',
  now: Date,
  way: Way,
): Promise<void> {
  const posted = await post(tx, {
    key: `payout:${id}:${kind}`,
    kind,
    occurredAt: now,
    transfers: [{ ...way, amountMicros: micros(amount_micros), subjectId: id }],
  });
  if (posted !== 'posted') throw new Error(`payout ${id} was not booked as ${kind}: ${posted}`);
}

/**
 * Credits a failed or returned payout to its clipper. The money pays off the clipper's debt first. If the
 * account is closed, the rest goes to suspense, from where an admin can send it again.
 */
async function arrive(
  tx: Tx,
  { id, clipper_id }: MovedPayout,
  cause: 'payout_failed' | 'payout_returned',
  now: Date,
): Promise<Micros> {
  await freeAccruals(tx, id, now);
  const paidOffMicros = await offsetDebt(tx, clipper_id, now);
  const origin = { cause, rail: null, reference: id, subjectId: id } as const;
  await sweepClosed(tx, clipperAvailable(clipper_id), origin, now);
  return paidOffMicros;
}

type News = Pick<Notice, 'kind' | 'title' | 'body'>;

/** Notifies the clipper that a payout ended; if the account was closed in the meantime, masks the address instead. */
async function notifyEnd(tx: Tx, payout: MovedPayout, now: Date, news: News): Promise<void> {
  if (await isClosed(tx, payout.clipper_id)) await forgetDestination(tx, payout);
  else await notifyClipper(tx, payout, now, news);
}

export async function notifyClipper(
  tx: Tx,
  { clipper_id }: Pick<MovedPayout, 'clipper_id'>,
  now: Date,
  news: News,
): Promise<void> {
  await notify(tx, { accountId: clipper_id, link: '/clipper/earnings', ...news }, now);
}
