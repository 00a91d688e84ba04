import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { agree, SecondAdminNeeded } from '#server/infra/second-admin.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { PersonsAct } from './audit.ts';
import { decidePayoutAct } from './money-acts.ts';
import { needsTwoAdmins, owes } from './queries.ts';

/** Records an admin's agreement to a large payout that was not sent yet. Idempotent. */
export async function confirm(
  tx: Tx,
  act: PersonsAct,
): Promise<Outcome<null, 'not_found' | 'payout_state' | 'payout_owed' | 'own_money'>> {
  const payout = await tx
    .selectFrom('payouts')
    .select(['clipper_id', 'state', 'amount_micros'])
    .where('id', '=', act.payoutId)
    .forShare()
    .executeTakeFirst();
  if (!payout) return refuse('not_found');
  if (payout.state !== 'requested' || !(await needsTwoAdmins(tx, act.payoutId)))
    return refuse('payout_state');
  if (await owes(tx, payout.clipper_id)) return refuse('payout_owed');
  const alone = await decidePayoutAct(tx, 'payout.leave', act, payout);
  // This refusal is expected here, because only one admin has agreed so far. The agreement is recorded. No
  // change needs undoing.
  if (alone instanceof SecondAdminNeeded) await agree(tx, alone.agreement);
  else if (alone) return refuse('own_money');
  return null;
}
