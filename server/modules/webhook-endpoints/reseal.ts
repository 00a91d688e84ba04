import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Seals current and previous signing secrets of webhook endpoints again under the current installation secret. */
export async function resealEndpoints(db: Database, secrets: Secrets): Promise<Record<string, Resealed>> {
  const sealer = createSealer(secrets, 'webhook secrets');
  const of = (column: string) => reseal(db, { table: 'webhook_endpoints', key: 'id', column }, sealer);
  return {
    'signing secrets of webhooks': await of('secret_sealed'),
    'signing secrets before them': await of('previous_secret_sealed'),
  };
}
