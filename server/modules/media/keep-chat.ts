import type { AccountId } from '#contract/accounts/ids.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

/** Returns the number of chat messages in each second of a video that the caller may see. */
export async function showChat(db: Database, id: string): Promise<{ perSecond: number[] }> {
  const row = await db
    .selectFrom('source_chats')
    .select('per_second')
    .where('media_id', '=', id)
    .executeTakeFirst();
  return { perSecond: row?.per_second ?? [] };
}

interface Given {
  ownerId: AccountId;
  id: string;
  /** Null removes the current counts. */
  perSecond: number[] | null;
  now: Date;
}

/** Stores the chat counts of an own source video, or removes them. */
export async function keepChat(
  db: Database,
  { ownerId, id, perSecond, now }: Given,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  return await transact(db, async (tx) => {
    const file = await tx
      .selectFrom('media_files')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'source')
      .where('state', '=', 'ready')
      .forUpdate()
      .executeTakeFirst();
    if (!file) return refuse('not_found');
    await tx.deleteFrom('source_chats').where('media_id', '=', id).execute();
    if (perSecond)
      await tx
        .insertInto('source_chats')
        .values({ media_id: id, per_second: perSecond, given_at: now })
        .execute();
    return {};
  });
}
