import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';

/** The private part of the key that signs records, sealed anew under the current secret. */
export const resealRecordKeys = (db: Database, secrets: Secrets): Promise<Resealed> =>
  reseal(
    db,
    { table: 'record_signing_keys', key: 'id', column: 'private_sealed' },
    createSealer(secrets, 'record keys'),
  );
