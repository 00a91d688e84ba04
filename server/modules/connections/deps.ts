import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Adapters } from './platforms/adapters.ts';

/** Dependencies of code that reads platforms with people's consents. */
export interface ConnectionReader {
  db: Database;
  adapters: Adapters;
  sealer: Sealer;
}

export interface ConnectDeps extends ConnectionReader {
  appUrl: string;
}
