import type { Tx } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';

/** Sets the password of an account, also of one without (Google), and invalidates its mailed links. */
export async function setPassword(
  auth: Auth,
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await auth.inTransaction(tx, async (store) => {
    if (await store.findCredentialAccount(userId)) await store.updatePassword(userId, passwordHash);
    else
      await store.linkAccount({
        userId,
        providerId: 'credential',
        accountId: userId,
        password: passwordHash,
      });
  });
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
}
