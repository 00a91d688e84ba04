import type { ConnectablePlatform } from '#contract/connections.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './connect.ts';

export interface ErasedConnection {
  platform: string;
  accessTokenSealed: string | null;
  refreshTokenSealed: string | null;
}

/** Removes all that says which platform accounts a person had; returns what is needed to end the consents afterwards. */
export async function eraseConnections(tx: Tx, userId: string, now: Date): Promise<ErasedConnection[]> {
  const rows = await tx
    .selectFrom('connections')
    .select(['id', 'platform', 'state', 'removed_at', 'access_token_sealed', 'refresh_token_sealed'])
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
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
  await tx.deleteFrom('connection_attempts').where('user_id', '=', userId).execute();
  await tx.deleteFrom('person_looks').where('user_id', '=', userId).execute();
  await tx.deleteFrom('connection_codes').where('user_id', '=', userId).execute();
  return rows
    .filter((row) => row.access_token_sealed)
    .map((row) => ({
      platform: row.platform,
      accessTokenSealed: row.access_token_sealed,
      refreshTokenSealed: row.refresh_token_sealed,
    }));
}

/** Ends the consents at the platforms, as far as they answer: the keys are gone here either way. */
export async function endConsents(
  { adapters, sealer }: Pick<ConnectDeps, 'adapters' | 'sealer'>,
  erased: readonly ErasedConnection[],
): Promise<void> {
  for (const { platform, accessTokenSealed, refreshTokenSealed } of erased) {
    if (!accessTokenSealed) continue;
    await adapters.connect(platform as ConnectablePlatform)?.revoke({
      accessToken: sealer.unseal(accessTokenSealed),
      refreshToken: refreshTokenSealed && sealer.unseal(refreshTokenSealed),
    });
  }
}
