import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { analyticsScopes } from '#contract/platforms/platform-permissions.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { startConnection } from './connect.ts';
import type { ConnectDeps } from './deps.ts';
import { earningText } from './earning-text.ts';
import { type EndedConnection, endConsents, readAnalyticsConsents } from './end-consents.ts';
import { readsAnalytics } from './platforms/adapters.ts';
import { mayRelease } from './policy.ts';
import { earningClips } from './queries.ts';
import { auditConnection } from './store-connection.ts';

interface Ask {
  connectionId: string;
  accountId: AccountId;
  userId: UserId;
  now: Date;
}

/**
 * Releases an account's analytics, for its owner. If the permission is already granted, releases them
 * immediately and returns null. Otherwise returns the platform's consent page; its callback then releases
 * them.
 */
export async function releaseAnalytics(
  deps: ConnectDeps,
  { connectionId, accountId, userId, returnTo, now }: Ask & { returnTo: string },
): Promise<Outcome<{ authorizeUrl: string | null }, 'platform_not_set_up' | 'not_found'>> {
  const account = await deps.db
    .selectFrom('connections as c')
    .innerJoin('accounts as u', 'u.id', 'c.user_id')
    .select(['c.platform', 'c.state', 'c.verified_by', 'u.role'])
    .where('c.id', '=', connectionId)
    .where('c.user_id', '=', accountId)
    .executeTakeFirst();
  if (!account || !mayRelease(account)) return refuse('not_found');
  const platform = account.platform as ConnectablePlatform;
  if (!readsAnalytics(deps.adapters, platform)) return refuse('not_found');
  if (analyticsScopes(platform).length > 0) {
    return await startConnection(deps, { accountId, platform, returnTo, releases: connectionId, now });
  }
  if (!deps.adapters.connect(platform)) return refuse('platform_not_set_up');
  const released = await change(deps.db, { connectionId, accountId, userId, now }, true);
  return released ? { authorizeUrl: null } : refuse('not_found');
}

/**
 * Ends the release. The database deletes the readings, as it does when a connection ends. If a consent was
 * given only for the release, it is revoked.
 */
export async function endAnalytics(
  deps: ConnectDeps,
  ask: Ask,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const ended = await change(deps.db, ask, false);
  if (!ended) return refuse('not_found');
  await endConsents(deps, ended);
  return {};
}

const noticeOf = (accountId: AccountId, { handle, clips }: { handle: string; clips: number }): Notice => ({
  accountId,
  kind: 'connection.analytics_ended',
  title: 'Clips wait for your analytics',
  body: `You stopped releasing the analytics of @${handle}.${earningText(clips)}`,
  link: settingsPath('clipper', 'accounts'),
});

/** Changes the release and returns its separate consents; null if there was nothing to change. */
async function change(
  db: Database,
  { connectionId, accountId, userId, now }: Ask,
  isReleased: boolean,
): Promise<EndedConnection[] | null> {
  return await transact(db, async (tx) => {
    const own = await readAnalyticsConsents(tx, [connectionId]);
    const changed = await tx
      .updateTable('connections')
      .set({ analytics_released_at: isReleased ? now : null })
      .where('id', '=', connectionId)
      .where('user_id', '=', accountId)
      .where('state', '=', 'active')
      .where('analytics_released_at', isReleased ? 'is' : 'is not', null)
      .returning(['handle', earningClips('connections').as('clips')])
      .executeTakeFirst();
    if (!changed) return null;
    if (!isReleased && changed.clips > 0) await notify(tx, noticeOf(accountId, changed), now);
    const action = isReleased ? 'connection.analytics_released' : 'connection.analytics_ended';
    await auditConnection(tx, { id: connectionId, by: userId, action, now });
    return own;
  });
}
