import type { Clock } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { OutsideUrlRules } from '#server/infra/outside-url.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { PushKeys } from './keys.ts';

export interface PushDeps extends OutsideUrlRules {
  db: Database;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  appUrl: string;
  /** The operator's keys; null: keys are made once and stored. */
  pushKeys: PushKeys | null;
}
