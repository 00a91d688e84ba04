import { WITHDRAWAL_MIN } from '#contract/limits.ts';
import { cutToCents } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, lock } from '#server/modules/ledger/ledger.ts';
import { auditPayout } from './audit.ts';
import { findPayout, isAdult } from './queries.ts';
import { startPayout } from './start-payout.ts';

type Refused =
  | 'withdrawal_minimum'
  | 'age_unconfirmed'
  | 'payout_email_missing'
  | 'payout_email_waiting'
  | 'payout_open';

/** Starts the payout of everything available in whole cents; what is under a cent stays. */
export async function withdraw(tx: Tx, clipperId: string, now: Date): Promise<Outcome<PayoutRow, Refused>> {
  // Whoever withdraws at the same moment waits here and then sees this payout.
  await lock(tx, [clipperAvailable(clipperId)]);
  const open = await tx
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', clipperId)
    .where('state', 'in', ['requested', 'processing'])
    .executeTakeFirst();
  if (open) return refuse('payout_open');
  const amountMicros = cutToCents(await balanceOf(tx, clipperAvailable(clipperId)));
  if (amountMicros < WITHDRAWAL_MIN) return refuse('withdrawal_minimum');
  if (!(await isAdult(tx, clipperId))) return refuse('age_unconfirmed');
  const address = await tx
    .selectFrom('payout_addresses')
    .select(['email', 'usable_at'])
    .where('user_id', '=', clipperId)
    .forShare()
    .executeTakeFirst();
  if (!address) return refuse('payout_email_missing');
  if (address.usable_at > now) return refuse('payout_email_waiting');
  const id = await startPayout(tx, {
    clipperId,
    cause: 'withdrawal',
    amountMicros,
    destination: address.email,
    now,
  });
  if (!id) return refuse('payout_open');
  await auditPayout(
    tx,
    'clipper',
    'payout.requested',
    { payoutId: id, actorId: clipperId, now },
    { amountMicros },
  );
  return (await findPayout(tx, id))!;
}
