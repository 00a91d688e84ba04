import type { Config } from '#server/config.ts';
import type { Mode } from '#server/infra/installation-mode.ts';
import type { GivenSecrets } from '#server/infra/secret-record.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface Context {
  /** For the app's role; migrated and started earlier. The server may be running on it. */
  db: Database;
  mode: Mode;
  /** From the settings; not yet compared with the database's secret. */
  secrets: GivenSecrets;
  args: string[];
  /** ADMIN_PASSWORD; null: the command asks for it. */
  adminPassword: string | null;
  /** Prints one line. */
  print(line: string): void;
  /** Writes a part of a long output, no faster than it is read. */
  write(text: string): Promise<void>;
}

export interface Command {
  /** Usage and purpose, in one line. */
  says: string;
  run(context: Context): Promise<number>;
}

export interface LoneContext extends Pick<Context, 'args' | 'print'> {
  env: Record<string, string | undefined>;
  readConfig(): Config;
  /**
   * Opens the embedded database without migrating it: the running server's, or one started for the command.
   */
  openAsItIs(config: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }>;
}

/** A command that works on files, and opens the database only when it needs to. */
export interface LoneCommand {
  says: string;
  runAlone(context: LoneContext): Promise<number>;
}
