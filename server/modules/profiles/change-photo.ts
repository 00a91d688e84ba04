import { photoPath } from '#contract/media/media.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { eraseFile, type KeepPhoto, type PhotoCode } from '#server/modules/media/media.ts';

/**
 * Replaces a person's photo and deletes the old file. A photo belongs to a profile, so a username is required
 * first.
 */
export async function changePhoto(
  { db, keepPhoto }: { db: Database; keepPhoto: KeepPhoto },
  actor: Actor,
  sent: Buffer,
  now: Date,
): Promise<Outcome<{ avatarUrl: string }, PhotoCode | 'username_required'>> {
  const photo = await keepPhoto(sent);
  if (isRefusal(photo)) return photo;
  let entered = false;
  try {
    const result = await transact(db, async (tx) => {
      const id = await photo.enter(tx, actor.accountId, now);
      if (!(await putPhoto(tx, actor, id, now))) return refuse('username_required');
      return { avatarUrl: photoPath(id)! };
    });
    entered = !isRefusal(result);
    return result;
  } finally {
    if (!entered) await photo.forget();
  }
}

export async function removePhoto(db: Database, actor: Actor, now: Date): Promise<void> {
  await transact(db, (tx) => putPhoto(tx, actor, null, now));
}

/** Returns false if there is no profile yet. */
async function putPhoto(tx: Tx, actor: Actor, mediaId: string | null, now: Date): Promise<boolean> {
  const before = await tx
    .selectFrom('profiles')
    .select('avatar_media_id')
    .where('user_id', '=', actor.accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return false;
  if (before.avatar_media_id === mediaId) return true;
  await tx
    .updateTable('profiles')
    .set({ avatar_media_id: mediaId })
    .where('user_id', '=', actor.accountId)
    .execute();
  if (before.avatar_media_id) await eraseFile(tx, before.avatar_media_id);
  await writeAudit(
    tx,
    actBy(actor.role, actor.userId, now),
    mediaId ? 'profile.photo_changed' : 'profile.photo_removed',
    'user',
    actor.accountId,
  );
  return true;
}
