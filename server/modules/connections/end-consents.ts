import { sql } from 'kysely';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import { Unreadable } from '#server/infra/seal.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './deps.ts';
import type { Adapters } from './platforms/adapters.ts';

/** The sealed tokens of a connection that was already deleted in our database. */
export interface EndedConnection {
  platform: string;
  /**
   * True for the separate consent that released analytics; absent for the consent that connected the account.
   */
  isOfAnalytics?: boolean;
  accessTokenSealed: string | null;
  refreshTokenSealed: string | null;
}

/**
 * Revokes the consents at the platforms. Our copies of the tokens are already deleted, whether or not the
 * platforms answer.
 */
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

/**
 * Reads the separate analytics consents of these connections. Call it before ending the releases, because the
 * database then deletes the consents.
 */
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

/**
 * Unseals the tokens. Returns null if no readable token is left; then only the person can revoke the consent.
 */
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
