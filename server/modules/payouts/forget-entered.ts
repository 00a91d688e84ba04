import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { cancelRequested } from './enter-address.ts';
import { lockBalances } from './lock-balances.ts';
import { maskEmail } from './rules.ts';

/**
 * Returns the address that an admin entered for a person who is still banned; null if the person entered the
 * address.
 */
export async function findEntered(tx: Tx, accountId: AccountId): Promise<string | null> {
  // Because of the lock on the user's row, this call waits for a concurrent `enterAddress`. The account can't
  // be locked instead, because a person without a balance has none.
  await lockBalances(tx, [accountId]);
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const entered = await tx
    .selectFrom('payout_addresses as d')
    .innerJoin('accounts as u', 'u.id', 'd.user_id')
    .select('d.email')
    .where('d.user_id', '=', accountId)
    // A banned person can't set an address, so an admin set this one.
    .whereRef('d.set_at', '>=', 'u.banned_at')
    .executeTakeFirst();
  return entered?.email ?? null;
}

/**
 * Deletes an address that an admin entered for a banned person, once the ban is lifted. The person then
 * chooses the address again, so that no admin decides where new earnings go. Payouts that wait for this
 * address are canceled, and their money is available again.
 */
export async function forgetEntered(
  tx: Tx,
  { accountId, adminId, now }: { accountId: AccountId; adminId: UserId; now: Date },
  email: string,
): Promise<void> {
  await tx
    .deleteFrom('payout_addresses')
    .where('user_id', '=', accountId)
    .where('email', '=', email)
    .execute();
  await cancelRequested(
    tx,
    { accountId, adminId, now },
    'You can log in again: enter your payment email in Settings.',
  );
  await writeAudit(tx, actBy('admin', adminId, now), 'payout_address.forgotten', 'user', accountId, {
    email: maskEmail(email),
  });
}
