import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './deps.ts';
import { endConsents, readAnalyticsConsents } from './end-consents.ts';
import { auditConnection } from './store-connection.ts';

interface Ask {
  connectionId: string;
  accountId: AccountId;
  userId: UserId;
  now: Date;
}

/**
 * Disconnects an account. Deletes the tokens first and then revokes the consent at the platform, so that a
 * platform that does not answer delays nothing.
 */
export async function disconnect(
  deps: ConnectDeps,
  { connectionId, accountId, userId, now }: Ask,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const removed = await transact(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('connections')
      .select([
        'platform',
        'access_token_sealed as accessTokenSealed',
        'refresh_token_sealed as refreshTokenSealed',
      ])
      .where('id', '=', connectionId)
      .where('user_id', '=', accountId)
      .where('state', '<>', 'removed')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    const ofAnalytics = await readAnalyticsConsents(tx, [connectionId]);
    await tx
      .updateTable('connections')
      .set({
        state: 'removed',
        removed_at: now,
        access_token_sealed: null,
        refresh_token_sealed: null,
        refresh_leased_until: null,
      })
      .where('id', '=', connectionId)
      .execute();
    await auditConnection(tx, { id: connectionId, by: userId, action: 'connection.removed', now });
    return [row, ...ofAnalytics];
  });
  if (!removed) return refuse('not_found');
  await endConsents(deps, removed);
  return {};
}
