import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Seals the push keys and subscriptions again, under the current secret. */
export async function resealPush(db: Database, secrets: Secrets): Promise<Record<string, Resealed>> {
  const sealer = createSealer(secrets, 'push');
  const keys = { table: 'push_keys', key: 'id', column: 'private_key_sealed' };
  const browsers = { table: 'push_subscriptions', key: 'id', column: 'sealed' };
  return {
    'keys of push': await reseal(db, keys, sealer),
    'browsers with push': await reseal(db, browsers, sealer),
  };
}
