import type { Database } from '#server/infra/transaction.ts';

/** Whether nobody but `userId` has the normalized username. */
export async function isFree(db: Database, username: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', username)
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  return other === undefined;
}

export async function earningsHidden(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('earnings_hidden')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.earnings_hidden ?? false;
}
