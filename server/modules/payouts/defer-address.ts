import type { AccountId } from '#contract/accounts/ids.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { maskEmail } from './rules.ts';

/**
 * Makes the current payment address wait 24 hours, like a new one, so that its owner has time to react after
 * a password reset. Returns the masked address and the time from which the address is usable; null if there
 * is no address.
 */
export async function deferAddress(
  tx: Tx,
  accountId: AccountId,
  now: Date,
): Promise<{ address: string; usableAt: Date } | null> {
  const usableAt = after(now, PAYOUT_ADDRESS_WAIT_HOURS * HOUR);
  const deferred = await tx
    .updateTable('payout_addresses')
    .set({ usable_at: usableAt })
    .where('user_id', '=', accountId)
    .returning('email')
    .executeTakeFirst();
  if (!deferred) return null;
  const address = maskEmail(deferred.email);
  await writeAudit(tx, bySystem(now), 'payout_address.deferred', 'user', accountId, {
    to: address,
    usableAt: usableAt.toISOString(),
  });
  return { address, usableAt };
}
