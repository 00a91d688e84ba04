import { permissionNames } from '#contract/platform-permissions.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

interface DeadToken {
  connectionId: string;
  /** The sealed access token that was refused; one that was stored since is not. */
  sealed: string | null;
  /** The scopes that the platform no longer grants, where that is why. */
  missing?: readonly string[];
  now: Date;
}

/**
 * A token that the platform no longer knows: the person is told once and asked to connect again. False when it is not
 * the connection's token any more.
 */
export async function markDead(
  db: Database,
  { connectionId, sealed, missing = [], now }: DeadToken,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const dead = await tx
      .updateTable('connections')
      .set({ state: 'dead', refresh_leased_until: null })
      .where('id', '=', connectionId)
      .where('state', '=', 'active')
      .where('access_token_sealed', 'is not distinct from', sealed)
      .returning(['user_id', 'handle'])
      .executeTakeFirst();
    if (!dead) return false;
    const names = permissionNames(missing);
    const because = names
      ? `The permission ${names} for @${dead.handle} was taken back.`
      : `The platform no longer lets us read @${dead.handle}.`;
    const notice = {
      userId: dead.user_id,
      kind: 'connection.dead',
      title: 'Connect your account again',
      body: `${because} Views are not counted until you connect it again; after 7 days that is final.`,
      link: '/clipper/settings',
    };
    await notify(tx, notice, now);
    await writeAudit(tx, {
      at: now,
      actorId: null,
      actorKind: 'system',
      action: 'connection.dead',
      subjectType: 'connection',
      subjectId: connectionId,
    });
    return true;
  });
}
