import type { AccountId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Act, auditPayout, type ClippersAct } from './audit.ts';
import { bookFailed, bookPaid, giveBack, movedColumns } from './book-moves.ts';
import { waitsForAccount } from './check-accounts.ts';
import { lockBalancesOf } from './lock-balances.ts';
import { decidePayoutAct } from './money-acts.ts';
import { isPaused } from './pause.ts';
import { atProcessor, findAddress, lockFrozen, needsTwoAdmins, owes } from './queries.ts';

type Refused = 'not_found' | 'payout_state';
type EndRefused = Refused | 'payout_at_processor';
type MoneyRefused = 'second_admin_needed' | 'own_money';

/**
 * Marks a payout as picked up by an admin, who pays it by hand; it can no longer be canceled. A frozen payout
 * is refused. A payout picked up before its clipper was banned may have been sent already, so its result can
 * still be recorded. A large payout needs the agreement of another admin first.
 */
export async function pickUp(
  tx: Tx,
  act: Act,
): Promise<
  Outcome<
    null,
    | Refused
    | 'payout_frozen'
    | 'payout_owed'
    | 'payout_account_unverified'
    | 'payout_email_waiting'
    | 'payouts_paused'
    | 'second_admin_needed'
    | 'own_money'
  >
> {
  const { payoutId, actorId, now } = act;
  const frozen = await lockFrozen(tx, payoutId);
  const picked = await tx
    .updateTable('payouts')
    .set({ state: 'processing', processing_at: now, rail: 'manual' })
    .where('id', '=', payoutId)
    .where('state', '=', 'requested')
    .returning(['clipper_id', 'amount_micros'])
    .executeTakeFirst();
  if (!picked) return await whyNot(tx, payoutId);
  if (frozen) return refuse('payout_frozen');
  if (await owes(tx, picked.clipper_id)) return refuse('payout_owed');
  if (await waitsForAccount(tx, payoutId, now)) return refuse('payout_account_unverified');
  const address = await findAddress(tx, picked.clipper_id);
  if (address && address.usableAt > now) {
    const detail = `Its clipper changed the payment email or reset the password a short time ago and may cancel it. It can be picked up from ${momentText(address.usableAt)} on.`;
    return refuse('payout_email_waiting', { detail });
  }
  if (await isPaused(tx)) return refuse('payouts_paused');
  if (actorId === null && (await needsTwoAdmins(tx, payoutId))) return refuse('second_admin_needed');
  await auditPayout(tx, 'admin', 'payout.picked_up', act);
  return await decidePayoutAct(tx, 'payout.leave', act, picked);
}

/** Cancels, for its clipper, a payout that nobody has picked up. */
export async function cancel(tx: Tx, act: ClippersAct): Promise<Outcome<null, Refused>> {
  const { payoutId, clipperId, now } = act;
  await lockBalancesOf(tx, payoutId);
  const canceled = await tx
    .updateTable('payouts')
    .set({ state: 'canceled', finished_at: now })
    .where('id', '=', payoutId)
    .where('clipper_id', '=', clipperId)
    .where('state', '=', 'requested')
    .returning(movedColumns)
    .executeTakeFirst();
  if (!canceled) return await whyNot(tx, payoutId, clipperId);
  await giveBack(tx, canceled, 'payout.canceled', now);
  await auditPayout(tx, 'clipper', 'payout.canceled', act);
  return null;
}

/**
 * Marks a payout as paid by hand by an admin, with the payment's reference. Refused while PayPal is
 * processing the payout.
 */
export async function markPaid(
  tx: Tx,
  act: Act,
  reference: string,
): Promise<Outcome<null, EndRefused | MoneyRefused | 'payout_reference_required'>> {
  const named = reference.trim();
  if (!named) return refuse('payout_reference_required', { field: 'reference' });
  const { payoutId, now } = act;
  const paid = await tx
    .updateTable('payouts')
    .set({ state: 'paid', finished_at: now, reference: named, item_state: null, rail: 'manual' })
    .where('id', '=', payoutId)
    .where('state', '=', 'processing')
    .where(({ not }) => not(atProcessor))
    .returning([...movedColumns])
    .executeTakeFirst();
  if (!paid) return await whyNotEnd(tx, payoutId);
  await bookPaid(tx, paid, { rail: 'manual', reference: named, now });
  await auditPayout(tx, 'admin', 'payout.paid', act, { reference: named, amountMicros: paid.amount_micros });
  // Nobody has picked up a payout that PayPal refused, so the two-admin rule is checked here.
  return await decidePayoutAct(tx, 'payout.leave', act, paid);
}

/** Marks a payout as failed for an admin. Its amount is available again. */
export async function markFailed(
  tx: Tx,
  act: Act,
  reason: string,
): Promise<Outcome<null, EndRefused | MoneyRefused>> {
  const { payoutId, now } = act;
  await lockBalancesOf(tx, payoutId);
  const failed = await tx
    .updateTable('payouts')
    .set({ state: 'failed', finished_at: now, failure: reason, item_state: null })
    .where('id', '=', payoutId)
    .where('state', '=', 'processing')
    .where(({ not }) => not(atProcessor))
    .returning(movedColumns)
    .executeTakeFirst();
  if (!failed) return await whyNotEnd(tx, payoutId);
  await bookFailed(tx, failed, reason, now);
  await auditPayout(tx, 'admin', 'payout.failed', act, { reason });
  return await decidePayoutAct(tx, 'payout.failed', act, failed);
}

/** Returns the refusal for a missing payout, or for one in another state. */
export async function whyNot(
  tx: Tx,
  payoutId: string,
  clipperId?: AccountId,
): Promise<Outcome<never, Refused>> {
  const known = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  return refuse(known && (!clipperId || known.clipper_id === clipperId) ? 'payout_state' : 'not_found');
}

async function whyNotEnd(tx: Tx, payoutId: string): Promise<Outcome<never, EndRefused>> {
  const held = await tx
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', payoutId)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return held ? refuse('payout_at_processor') : await whyNot(tx, payoutId);
}
