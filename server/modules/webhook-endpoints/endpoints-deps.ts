import type { AccountId, UserId } from '#contract/accounts/ids.ts';
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
  /** The Discord API; null if this installation does not post to Discord. */
  discord: DiscordPlace | null;
}

/** The Discord API in use. */
export interface DiscordPlace {
  /** API address without a version: https://discord.com/api, or the simulator's. */
  base: string;
}

/** A person's action on an endpoint. */
export interface EndpointAct {
  endpointId: string;
  ownerId: AccountId;
  userId: UserId;
  /** The session of the request. */
  sessionId: string;
  now: Date;
}
