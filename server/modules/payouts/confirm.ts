import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { agree } from '#server/infra/second-admin.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { PersonsAct } from './audit.ts';
import { needsTwoAdmins, owes } from './queries.ts';

/** What two admins agree to when a large payout leaves, by PayPal or by hand. */
export const leaving = ({ payoutId, actorId, now }: PersonsAct, amountMicros: Micros) => ({
  action: 'payout.leave',
  subjectId: payoutId,
  adminId: actorId,
  amountMicros,
  summary: `a payout of ${formatUsd(amountMicros)} leaves.`,
  now,
});

/** Records an admin's agreement to a large payout that was not sent yet. Idempotent. */
export async function confirm(
  tx: Tx,
  act: PersonsAct,
): Promise<Outcome<null, 'not_found' | 'payout_state' | 'payout_owed'>> {
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
  await agree(tx, leaving(act, micros(payout.amount_micros)));
  return null;
}
