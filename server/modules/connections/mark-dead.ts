import type { AccountId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { permissionNames } from '#contract/platforms/platform-permissions.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

interface DeadToken {
  connectionId: string;
  /** The sealed access token that was refused. If the connection has a newer token, nothing changes. */
  sealed: string | null;
  /** The scopes that the platform no longer grants, if they are the reason. */
  missing?: readonly string[];
  now: Date;
}

/** Column values of a connection whose consent ended. */
export const noTokens = {
  access_token_sealed: null,
  refresh_token_sealed: null,
  access_token_expires_at: null,
  refresh_leased_until: null,
};

/**
 * Marks a connection as dead because the platform no longer knows its token. Notifies the person once to
 * connect again. Returns false if the connection has a newer token.
 */
export async function markDead(
  db: Database,
  { connectionId, sealed, missing = [], now }: DeadToken,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const dead = await tx
      .updateTable('connections')
      .set({ ...noTokens, state: 'dead' })
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
    await notifyDead(tx, dead, because, now);
    await writeAudit(tx, bySystem(now), 'connection.dead', 'connection', connectionId);
    return true;
  });
}

/**
 * Asks the person to connect again. The text for a host differs, because a host's accounts count no views.
 */
export async function notifyDead(
  tx: Tx,
  { user_id, handle }: { user_id: AccountId; handle: string },
  because: string,
  now: Date,
): Promise<void> {
  const { role } = await tx
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const body =
    role === 'host'
      ? `${because} Connect @${handle} again in your settings.`
      : `${because} Views of @${handle} are not counted until you connect it again; after ${GONE_GRACE_DAYS} days that is final.`;
  await notify(
    tx,
    {
      accountId: user_id,
      kind: 'connection.dead',
      title: 'Connect your account again',
      body,
      link: settingsPath(role, 'accounts'),
    },
    now,
  );
}
