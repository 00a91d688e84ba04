import { sql } from 'kysely';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms.ts';
import { Unreadable } from '#server/infra/seal.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './deps.ts';
import type { Adapters } from './platforms/adapters.ts';

/** The keys of a connection that is gone here, as they were sealed. */
export interface EndedConnection {
  platform: string;
  /** The consent by which its analytics were released; absent: that of the account. */
  isOfAnalytics?: boolean;
  accessTokenSealed: string | null;
  refreshTokenSealed: string | null;
}

/** Revokes the consents at the platforms that answer; the tokens are deleted here either way. */
export async function endConsents(
  { adapters, sealer }: Pick<ConnectDeps, 'adapters' | 'sealer'>,
  ended: readonly EndedConnection[],
): Promise<void> {
  for (const connection of ended) {
    const keys = keysOf(connection, sealer);
    if (keys) await adapterOf(adapters, connection)?.revoke(keys);
  }
}

const adapterOf = (adapters: Adapters, { platform, isOfAnalytics }: EndedConnection) =>
  isOfAnalytics
    ? adapters.posts(platform as PostPlatform)?.analyticsConsent
    : adapters.connect(platform as ConnectablePlatform);

/** The consents by which these connections release analytics; the database deletes them with the release. */
export async function readAnalyticsConsents(
  tx: Tx,
  connectionIds: readonly string[],
): Promise<EndedConnection[]> {
  const rows = await tx
    .selectFrom('analytics_consents as a')
    .innerJoin('connections as c', 'c.id', 'a.connection_id')
    .select(['c.platform', 'a.access_token_sealed', 'a.refresh_token_sealed'])
    .where('a.connection_id', '=', sql<string>`any(${connectionIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    platform: row.platform,
    isOfAnalytics: true,
    accessTokenSealed: row.access_token_sealed,
    refreshTokenSealed: row.refresh_token_sealed,
  }));
}

/** Null when no readable token is left; then only the person can revoke the consent. */
function keysOf({ accessTokenSealed, refreshTokenSealed }: EndedConnection, sealer: ConnectDeps['sealer']) {
  if (!accessTokenSealed) return null;
  try {
    return {
      accessToken: sealer.unseal(accessTokenSealed),
      refreshToken: refreshTokenSealed && sealer.unseal(refreshTokenSealed),
    };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
