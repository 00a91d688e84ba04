import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type EndedConnection, readAnalyticsConsents } from './end-consents.ts';

/**
 * Erases everything that names a person's platform accounts. Returns the tokens with which to revoke the
 * consents afterwards.
 */
export async function eraseConnections(tx: Tx, accountId: AccountId, now: Date): Promise<EndedConnection[]> {
  const rows = await tx
    .selectFrom('connections')
    .select(['id', 'platform', 'state', 'removed_at', 'access_token_sealed', 'refresh_token_sealed'])
    .where('user_id', '=', accountId)
    .forUpdate()
    .execute();
  const ofAnalytics = await readAnalyticsConsents(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    await tx
      .updateTable('connections')
      .set({
        state: 'removed',
        removed_at: row.removed_at ?? now,
        external_id: `erased:${row.id}`,
        app_scoped_id: null,
        handle: 'erased',
        display_name: 'erased',
        found_text: null,
        followers: null,
        scopes: '',
        access_token_sealed: null,
        refresh_token_sealed: null,
      })
      .where('id', '=', row.id)
      .execute();
  }
  await tx.deleteFrom('connection_attempts').where('user_id', '=', accountId).execute();
  await tx.deleteFrom('lookup_quotas').where('user_id', '=', accountId).execute();
  await tx.deleteFrom('connection_codes').where('user_id', '=', accountId).execute();
  const ofAccounts = rows
    .filter((row) => row.access_token_sealed)
    .map((row) => ({
      platform: row.platform,
      accessTokenSealed: row.access_token_sealed,
      refreshTokenSealed: row.refresh_token_sealed,
    }));
  return [...ofAccounts, ...ofAnalytics];
}
