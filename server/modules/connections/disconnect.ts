import type { ConnectablePlatform } from '#contract/connections.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { auditConnection, type ConnectDeps } from './connect.ts';

interface Ask {
  connectionId: string;
  userId: string;
  now: Date;
}

/** Deletes the tokens here first, then ends the consent at the platform: a platform that is down keeps nothing alive. */
export async function disconnect(
  { db, adapters, sealer }: ConnectDeps,
  { connectionId, userId, now }: Ask,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const removed = await transact(db, async (tx) => {
    const row = await tx
      .selectFrom('connections')
      .select(['platform', 'access_token_sealed', 'refresh_token_sealed'])
      .where('id', '=', connectionId)
      .where('user_id', '=', userId)
      .where('state', '<>', 'removed')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
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
    await auditConnection(tx, { id: connectionId, userId, action: 'connection.removed', now });
    return row;
  });
  if (!removed) return refuse('not_found');
  const adapter = adapters.connect(removed.platform as ConnectablePlatform);
  if (adapter && removed.access_token_sealed) {
    await adapter.revoke({
      accessToken: sealer.unseal(removed.access_token_sealed),
      refreshToken: removed.refresh_token_sealed && sealer.unseal(removed.refresh_token_sealed),
    });
  }
  return {};
}
