import type { ConnectablePlatform } from '#contract/platforms.ts';
import { Unreadable } from '#server/infra/seal.ts';
import type { ConnectDeps } from './connect.ts';

/** The keys of a connection that is gone here, as they were sealed. */
export interface EndedConnection {
  platform: string;
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
    if (keys) await adapters.connect(connection.platform as ConnectablePlatform)?.revoke(keys);
  }
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
