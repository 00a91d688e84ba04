import type { AccountId } from '#contract/accounts/ids.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { DryRun } from '#server/modules/submissions/submissions.ts';

/** The Discord application and its API's address. */
export interface DiscordAccess {
  applicationId: string;
  /** The key that verifies Discord's signatures; hexadecimal. */
  publicKey: string;
  /** The token with which the commands are registered; null if they are registered by hand. */
  botToken: string | null;
  /** Origin of Discord's API, without a version. */
  base: string;
  /** Discord's page on which a person installs the commands in a Discord server. */
  addUrl: string;
}

export interface DiscordDeps {
  db: Database;
  clock: Clock;
  log: Log;
  appUrl: string;
  /** Null when no Discord application is configured. */
  access: DiscordAccess | null;
  /** Checks a post like a submission; null if there is no such listing. */
  dryRun: (input: { clipperId: AccountId; listingId: string; url: string }) => Promise<DryRun | null>;
}
