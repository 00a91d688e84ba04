import { formatUsd, micros } from '#contract/money.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clearing, clipperAvailable, payoutAccount, post } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { lockFrozen } from './queries.ts';

interface Act {
  payoutId: string;
  actorId: string;
  now: Date;
}
type Refused = 'not_found' | 'payout_state';

/**
 * Picked up: from here on it can no longer be canceled. A frozen one can't be; one that was picked up before its clipper
 * was banned may have been sent already, so how it went can still be told.
 */
export async function pickUp(
  tx: Tx,
  { payoutId, actorId, now }: Act,
): Promise<Outcome<null, Refused | 'payout_frozen'>> {
  const frozen = await lockFrozen(tx, payoutId);
  const picked = await tx
    .updateTable('payouts')
    .set({ state: 'processing', processing_at: now })
    .where('id', '=', payoutId)
    .where('state', '=', 'requested')
    .returning('id')
    .executeTakeFirst();
  if (!picked) return await whyNot(tx, payoutId);
  if (frozen) return refuse('payout_frozen');
  await audit(tx, 'admin', 'payout.picked_up', { payoutId, actorId, now });
  return null;
}

/** Taken back by its clipper while nobody has picked it up. */
export async function cancel(tx: Tx, act: Act): Promise<Outcome<null, Refused>> {
  const { payoutId, actorId, now } = act;
  const canceled = await tx
    .updateTable('payouts')
    .set({ state: 'canceled', finished_at: now })
    .where('id', '=', payoutId)
    .where('clipper_id', '=', actorId)
    .where('state', '=', 'requested')
    .returning(['clipper_id', 'amount_micros'])
    .executeTakeFirst();
  if (!canceled) return await whyNot(tx, payoutId, actorId);
  await giveBack(tx, payoutId, canceled, 'payout.canceled', now);
  await audit(tx, 'clipper', 'payout.canceled', act);
  return null;
}

/** The payment was made outside; the reference says where to find it. */
export async function markPaid(
  tx: Tx,
  act: Act,
  reference: string,
): Promise<Outcome<null, Refused | 'payout_reference_required'>> {
  const named = reference.trim();
  if (!named) return refuse('payout_reference_required', { field: 'reference' });
  const { payoutId, now } = act;
  const paid = await tx
    .updateTable('payouts')
    .set({ state: 'paid', finished_at: now, reference: named })
    .where('id', '=', payoutId)
    .where('state', '=', 'processing')
    .returning(['clipper_id', 'amount_micros', 'destination'])
    .executeTakeFirst();
  if (!paid) return await whyNot(tx, payoutId);
  const amountMicros = micros(paid.amount_micros);
  const posted = await post(tx, {
    key: `payout:${payoutId}:paid`,
    kind: 'payout.paid',
    occurredAt: now,
    transfers: [
      { debit: payoutAccount(payoutId), credit: clearing('manual'), amountMicros, subjectId: payoutId },
    ],
  });
  if (posted !== 'posted') throw new Error(`payout ${payoutId} was not booked as paid: ${posted}`);
  await audit(tx, 'admin', 'payout.paid', act, { reference: named, amountMicros });
  await tell(tx, paid, now, {
    kind: 'payout.paid',
    title: 'Payout sent',
    body: `${formatUsd(amountMicros)} went to ${paid.destination}. Reference: ${named}`,
  });
  return null;
}

/** The payment definitely did not happen: the amount is available again. */
export async function markFailed(tx: Tx, act: Act, reason: string): Promise<Outcome<null, Refused>> {
  const { payoutId, now } = act;
  const failed = await tx
    .updateTable('payouts')
    .set({ state: 'failed', finished_at: now, failure: reason })
    .where('id', '=', payoutId)
    .where('state', '=', 'processing')
    .returning(['clipper_id', 'amount_micros'])
    .executeTakeFirst();
  if (!failed) return await whyNot(tx, payoutId);
  await giveBack(tx, payoutId, failed, 'payout.failed', now);
  await audit(tx, 'admin', 'payout.failed', act, { reason });
  await tell(tx, failed, now, {
    kind: 'payout.failed',
    title: 'Payout failed',
    body: `${formatUsd(micros(failed.amount_micros))} could not be paid and is available again. Reason: ${reason}`,
  });
  return null;
}

async function giveBack(
  tx: Tx,
  payoutId: string,
  payout: { clipper_id: string; amount_micros: bigint },
  kind: 'payout.canceled' | 'payout.failed',
  now: Date,
): Promise<void> {
  const posted = await post(tx, {
    key: `payout:${payoutId}:${kind}`,
    kind,
    occurredAt: now,
    transfers: [
      {
        debit: payoutAccount(payoutId),
        credit: clipperAvailable(payout.clipper_id),
        amountMicros: micros(payout.amount_micros),
        subjectId: payoutId,
      },
    ],
  });
  if (posted !== 'posted') throw new Error(`payout ${payoutId} was not given back: ${posted}`);
}

async function whyNot(tx: Tx, payoutId: string, clipperId?: string): Promise<Outcome<never, Refused>> {
  const known = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  return refuse(known && (!clipperId || known.clipper_id === clipperId) ? 'payout_state' : 'not_found');
}

async function audit(
  tx: Tx,
  actorKind: 'admin' | 'clipper',
  action: string,
  { payoutId, actorId, now }: Act,
  data: Record<string, unknown> = {},
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actorId,
    actorKind,
    action,
    subjectType: 'payout',
    subjectId: payoutId,
    data,
  });
}

async function tell(
  tx: Tx,
  { clipper_id }: { clipper_id: string },
  now: Date,
  news: { kind: string; title: string; body: string },
): Promise<void> {
  await notify(tx, { userId: clipper_id, link: '/clipper/earnings', ...news }, now);
}
