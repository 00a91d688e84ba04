import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Seals the platforms' tokens again under the current secret. Tokens being refreshed are skipped, because a
 * refresh compares the sealed text.
 */
export async function resealTokens(db: Database, secrets: Secrets): Promise<Record<string, Resealed>> {
  const sealer = createSealer(secrets, 'platform tokens');
  const busy = 'old.refresh_leased_until > clock_timestamp()';
  const of = (column: string) => reseal(db, { table: 'connections', key: 'id', column, busy }, sealer);
  const ofAnalytics = (column: string) =>
    reseal(db, { table: 'analytics_consents', key: 'connection_id', column, busy }, sealer);
  return {
    'access tokens of platforms': await of('access_token_sealed'),
    'refresh tokens of platforms': await of('refresh_token_sealed'),
    'access tokens of analytics': await ofAnalytics('access_token_sealed'),
    'refresh tokens of analytics': await ofAnalytics('refresh_token_sealed'),
  };
}
