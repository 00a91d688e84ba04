import type { AccountId } from '#contract/accounts/ids.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Whether a dispute about one of this host's payments is undecided. */
export async function isDisputed(db: Database, hostId: AccountId): Promise<boolean> {
  const open = await db
    .selectFrom('deposits')
    .select('id')
    .where('host_id', '=', hostId)
    .where('state', '=', 'disputed')
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
