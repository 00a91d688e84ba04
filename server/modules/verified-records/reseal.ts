import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Seals the private part of the signing key again under the current installation secret. */
export const resealRecordKeys = (db: Database, secrets: Secrets): Promise<Resealed> =>
  reseal(
    db,
    { table: 'record_signing_keys', key: 'id', column: 'private_sealed' },
    createSealer(secrets, 'record keys'),
  );
