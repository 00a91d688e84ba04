import type { UserId } from '#contract/accounts/ids.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** A passkey with a valid signature, and what its authenticator said. */
export interface UsedPasskey {
  id: string;
  signCount: bigint;
  isSynced: boolean;
}

/**
 * Records a use of the passkey. Returns false if it was removed meanwhile, or if its count did not grow. The
 * row stays locked until the session is stored, so that a removal waits.
 */
export async function recordPasskeyUse(tx: Tx, { id, signCount, isSynced }: UsedPasskey): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, is_synced: isSynced, last_used_at: new Date() })
    .where('id', '=', id)
    .where('sign_count', signCount === 0n ? '=' : '<', signCount)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Writes into the audit log that a passkey's count did not grow: somebody may have copied the key. */
export async function noteCount(
  { db }: AccountsDeps,
  { userId, passkey }: { userId: UserId; passkey: UsedPasskey },
): Promise<void> {
  await transact(db, async (tx) => {
    const known = await tx
      .selectFrom('passkeys')
      .select('sign_count as signCount')
      .where('id', '=', passkey.id)
      .executeTakeFirst();
    if (!known) return;
    await writeAudit(tx, bySystem(new Date()), 'account.passkey_count_fell', 'user', userId, {
      ...{ passkeyId: passkey.id, count: passkey.signCount, known: known.signCount },
    });
  });
}
