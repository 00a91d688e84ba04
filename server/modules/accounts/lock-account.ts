import type { Tx } from '#server/infra/transaction.ts';

/**
 * Locks an account until the transaction ends, for what outlives the session that asks. False when that session has ended since
 * its request began: a new password must end what is made at the same moment too.
 */
export async function lockAccount(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId);
  return (await session.executeTakeFirst()) !== undefined;
}
