import type { Config } from '#server/config.ts';
import type { Mode } from '#server/infra/installation-mode.ts';
import type { GivenSecrets } from '#server/infra/secret-record.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface Context {
  /**
   * A connection as the app's role, to a database that was migrated and started before. The server may be
   * running on it.
   */
  db: Database;
  mode: Mode;
  /** The secrets in the settings, which are not yet compared with the database's secret. */
  secrets: GivenSecrets;
  args: string[];
  /** The value of ADMIN_PASSWORD; null when the command must ask for the password. */
  adminPassword: string | null;
  /** Prints one line. */
  print(line: string): void;
  /** Writes a part of a long output. Waits while the reader is slower. */
  write(text: string): Promise<void>;
}

export interface Command {
  /** The command's usage and purpose, in one line. */
  says: string;
  run(context: Context): Promise<number>;
}

export interface LoneContext extends Pick<Context, 'args' | 'print'> {
  env: Record<string, string | undefined>;
  readConfig(): Config;
  /**
   * Opens the embedded database without migrating it. Uses the running server's database, or starts it for
   * the command.
   */
  openUnmigrated(config: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }>;
}

/** A command that works on files, and opens the database only when it needs to. */
export interface LoneCommand {
  says: string;
  runAlone(context: LoneContext): Promise<number>;
}
