import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { cancelRequested } from './enter-address.ts';
import { lockBalances } from './lock-balances.ts';
import { maskEmail } from './rules.ts';

/** The address that an admin entered for a banned person, while the ban stands; null: the address is the person's own. */
export async function findEntered(tx: Tx, userId: string): Promise<string | null> {
  // An address that is entered at this moment comes either before or after, also where there is no balance to lock.
  await lockBalances(tx, [userId]);
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const entered = await tx
    .selectFrom('payout_addresses as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.email')
    .where('d.user_id', '=', userId)
    // Nobody who is banned can set an address.
    .whereRef('d.set_at', '>=', 'u.banned_at')
    .executeTakeFirst();
  return entered?.email ?? null;
}

/**
 * Forgets an address that an admin entered for a banned person, once the ban is lifted: the person can say again where the
 * money goes, and no admin decides it for what they earn from now on. What waits to be sent there is available again.
 */
export async function forgetEntered(
  tx: Tx,
  { userId, adminId, now }: { userId: string; adminId: string; now: Date },
  email: string,
): Promise<void> {
  await tx.deleteFrom('payout_addresses').where('user_id', '=', userId).where('email', '=', email).execute();
  await cancelRequested(
    tx,
    { userId, adminId, now },
    'You can log in again: enter your payment email in Settings.',
  );
  await writeAudit(tx, actBy('admin', adminId, now), 'payout_address.forgotten', 'user', userId, {
    email: maskEmail(email),
  });
}
