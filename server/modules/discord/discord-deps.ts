import type { Clock } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { DryRun } from '#server/modules/submissions/submissions.ts';

/** The application on Discord, and where Discord is asked. */
export interface DiscordAccess {
  applicationId: string;
  /** Proves what Discord sends; hexadecimal. */
  publicKey: string;
  /** Registers the commands; null: only by hand. */
  botToken: string | null;
  /** Of its API, without a version. */
  base: string;
  /** Where a person adds the commands to a server. */
  addUrl: string;
}

export interface DiscordDeps {
  db: Database;
  clock: Clock;
  log: Log;
  appUrl: string;
  /** Null: nothing of Discord is offered. */
  access: DiscordAccess | null;
  /** Checks a post as submitting it would; null: there is no such listing. */
  dryRun: (input: { clipperId: string; listingId: string; url: string }) => Promise<DryRun | null>;
}
