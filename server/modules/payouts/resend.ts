import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { cutToCents, ZERO_MICROS } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { offsetDebt } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, clipperOwed, lock } from '#server/modules/ledger/ledger.ts';
import { reclaimSuspense, sweepClosed } from '#server/modules/suspense/suspense.ts';
import { type Act, auditPayout } from './audit.ts';
import { decidePayoutAct } from './money-acts.ts';
import { maskEmail } from './rules.ts';
import { startPayout } from './start-payout.ts';

/**
 * Sends the failed or returned money of a closed account to an address that its owner gave an admin, because
 * the owner can't sign in any more. Sends everything that is in suspense for the owner, less the owner's
 * debt.
 */
export async function resend(
  tx: Tx,
  act: Act,
  { email, reason }: { email: string; reason: string },
): Promise<Outcome<{ id: string }, 'not_found' | 'payout_state' | 'second_admin_needed' | 'own_money'>> {
  const { rows } = await sql<{ clipper_id: AccountId; state: string; closed: boolean }>`
    select p.clipper_id, p.state, u.closed_at is not null as closed
    from payouts p join accounts u on u.id = p.clipper_id where p.id = ${act.payoutId}`.execute(tx);
  const failed = rows[0];
  if (!failed) return refuse('not_found');
  if (!failed.closed || !['failed', 'returned', 'canceled'].includes(failed.state)) {
    return refuse('payout_state');
  }
  const clipperId = failed.clipper_id;
  await lock(tx, [clipperOwed(clipperId), clipperAvailable(clipperId)]);
  await reclaimSuspense(tx, clipperAvailable(clipperId), act.now);
  await offsetDebt(tx, clipperId, act.now);
  const amountMicros = cutToCents(await balanceOf(tx, clipperAvailable(clipperId)));
  if (amountMicros === ZERO_MICROS) return refuse('payout_state');
  const destination = email.trim().toLowerCase();
  const id = await startPayout(tx, {
    clipperId,
    cause: 'closing',
    amountMicros,
    destination,
    now: act.now,
  });
  const rest = { cause: 'closed_account', rail: null, reference: id, subjectId: id } as const;
  await sweepClosed(tx, clipperAvailable(clipperId), rest, act.now);
  await auditPayout(
    tx,
    'admin',
    'payout.resent',
    { ...act, payoutId: id },
    {
      instead: act.payoutId,
      to: maskEmail(email),
      reason,
      amountMicros,
    },
  );
  const moved = { clipper_id: clipperId, amount_micros: amountMicros };
  const refused = await decidePayoutAct(tx, 'payout.resend', act, moved, { email: destination });
  return refused ?? { id };
}
