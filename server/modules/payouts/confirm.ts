import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Act, auditPayout } from './audit.ts';
import { needsTwoAdmins } from './queries.ts';

/** An admin agrees to a large payout that has not left. Agreeing twice is agreeing once. */
export async function confirm(tx: Tx, act: Act): Promise<Outcome<null, 'not_found' | 'payout_state'>> {
  const payout = await tx
    .selectFrom('payouts')
    .select('state')
    .where('id', '=', act.payoutId)
    .forShare()
    .executeTakeFirst();
  if (!payout) return refuse('not_found');
  if (payout.state !== 'requested' || !(await needsTwoAdmins(tx, act.payoutId)))
    return refuse('payout_state');
  const confirmed = await tx
    .insertInto('payout_confirmations')
    .values({ payout_id: act.payoutId, admin_id: act.actorId, confirmed_at: act.now })
    .onConflict((oc) => oc.doNothing())
    .returning('payout_id')
    .executeTakeFirst();
  if (confirmed) await auditPayout(tx, 'admin', 'payout.confirmed', act);
  return null;
}
