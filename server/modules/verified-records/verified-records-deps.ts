import type { Clock } from '#server/infra/clock.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface RecordsDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  /** The issuer: the installation's public address. */
  appUrl: string;
}
