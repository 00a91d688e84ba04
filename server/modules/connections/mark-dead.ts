import { writeAudit } from '#server/infra/audit.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

interface DeadToken {
  connectionId: string;
  /** The sealed access token that was refused; one that was stored since is not. */
  sealed: string | null;
  now: Date;
}

/**
 * A token that the platform no longer knows: the person is told once and asked to connect again. False when it is not
 * the connection's token any more.
 */
export async function markDead(db: Database, { connectionId, sealed, now }: DeadToken): Promise<boolean> {
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
    const notice = {
      userId: dead.user_id,
      kind: 'connection.dead',
      title: 'Connect your account again',
      body: `The platform no longer lets us read @${dead.handle}. Views are not counted until you connect it again; after 7 days that is final.`,
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
