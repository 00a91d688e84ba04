import type { Clock } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { OutsideUrlRules } from '#server/infra/outside-url.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface EndpointsDeps extends OutsideUrlRules {
  db: Database;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  appUrl: string;
  /** Null: this installation posts nothing on Discord. */
  discord: DiscordPlace | null;
}

/** Where Discord is asked. */
export interface DiscordPlace {
  /** Of its API, without a version: https://discord.com/api, or the simulator's. */
  base: string;
}

/** Whose endpoint, and when something is done with it. */
export interface EndpointAct {
  endpointId: string;
  ownerId: string;
  /** The session that asks. */
  sessionId: string;
  now: Date;
}
