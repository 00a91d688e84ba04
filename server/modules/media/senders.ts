import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { UPLOADS_AT_ONCE_MAX } from '#contract/limits.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

export interface Upload {
  id: string;
  ownerId: AccountId;
}

const lease = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`;

/**
 * Registers a request as the only sender of an upload. `held`: another sender has the upload and is asked to
 * end. `full`: the person has the maximum of senders. `gone`: there is no such upload.
 */
export async function enter(
  db: Database,
  { id, ownerId }: Upload,
  sender: string,
  leaseMs: number,
): Promise<'entered' | 'held' | 'full' | 'gone'> {
  return await transact(db, async (tx) => {
    // Serialized per person across processes; otherwise two requests could both take the last place.
    await tx.selectFrom('accounts').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
    // Locked before the sender's row, in the same order as removing an upload does.
    const media = await tx
      .selectFrom('media_files')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forKeyShare()
      .executeTakeFirst();
    if (!media) return 'gone';
    const own = await sql<{ mediaId: string }>`
      with over as (delete from upload_senders where owner_id = ${ownerId} and expires_at <= statement_timestamp())
      select media_id as "mediaId" from upload_senders
      where owner_id = ${ownerId} and expires_at > statement_timestamp()`.execute(tx);
    if (own.rows.some(({ mediaId }) => mediaId === id)) {
      await requestEnd(tx, id);
      return 'held';
    }
    if (own.rows.length >= UPLOADS_AT_ONCE_MAX) return 'full';
    await sql`
      insert into upload_senders (media_id, owner_id, sender, expires_at)
      values (${id}, ${ownerId}, ${sender}, clock_timestamp() + ${lease(leaseMs)})`.execute(tx);
    return 'entered';
  });
}

/** SQL on a row of media_files: a process is receiving it. */
export const hasSender = sql<boolean>`exists (select from upload_senders
  where media_id = media_files.id and expires_at > clock_timestamp())`;

/** Asks the upload's sender to end, because a newer request waits. Returns whether there is such a sender. */
export async function requestEnd(db: Pick<Database, 'updateTable'>, id: string): Promise<boolean> {
  const row = await db
    .updateTable('upload_senders')
    .set({ is_wanted: false })
    .where('media_id', '=', id)
    .where(sql<boolean>`expires_at > clock_timestamp()`)
    .returning('media_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Extends the sender's lease of the upload. Returns false if the sender must end, because a newer request
 * waits or the upload is gone.
 */
export async function renew(db: Database, sender: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql<{ isWanted: boolean }>`
    update upload_senders set expires_at = clock_timestamp() + ${lease(leaseMs)}
    where sender = ${sender} returning is_wanted as "isWanted"`.execute(db);
  return rows[0]?.isWanted ?? false;
}

export async function leave(db: Database, sender: string): Promise<void> {
  await db.deleteFrom('upload_senders').where('sender', '=', sender).execute();
}
