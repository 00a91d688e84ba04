import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Locks a person and the account until the transaction ends, before something is created that outlives the session, such as
 * an API key. Returns false if the session ended since the request began: then a new password may have been
 * set, which must also prevent this creation.
 */
export async function lockAccount(
  tx: Tx,
  { userId, accountId, sessionId }: { userId: UserId; accountId: AccountId; sessionId: string },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId);
  return (await session.executeTakeFirst()) !== undefined;
}
