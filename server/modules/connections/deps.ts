import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Adapters } from './platforms/adapters.ts';

/** Reads platforms by the consents that people gave. */
export interface ConnectionReader {
  db: Database;
  adapters: Adapters;
  sealer: Sealer;
}

export interface ConnectDeps extends ConnectionReader {
  appUrl: string;
}
