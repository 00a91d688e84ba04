import type { Config } from '#server/config.ts';
import type { Mode } from '#server/infra/installation-mode.ts';
import type { GivenSecrets } from '#server/infra/secret-record.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface Context {
  /** Migrated and started before; the app's role. The server may be running on it at the same time. */
  db: Database;
  mode: Mode;
  /** As set; not yet compared with the secret of the database. */
  secrets: GivenSecrets;
  args: string[];
  /** ADMIN_PASSWORD; null when it is to be asked for. */
  adminPassword: string | null;
  /** One line of the command's output. */
  print(line: string): void;
  /** A part of an output that may be long, as fast as it is read. */
  write(text: string): Promise<void>;
}

/** An operator's command. */
export interface Command {
  /** How it is called and what it does, in one line. */
  says: string;
  /** Resolves with the exit code. */
  run(context: Context): Promise<number>;
}

export interface LoneContext extends Pick<Context, 'args' | 'print'> {
  env: Record<string, string | undefined>;
  readConfig(): Config;
  /** The embedded database as it is: of a server that runs here, else started for the time of the command. */
  openAsItIs(config: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }>;
}

/** A command that works on files, and opens the database only where it needs it. */
export interface LoneCommand {
  says: string;
  runAlone(context: LoneContext): Promise<number>;
}
