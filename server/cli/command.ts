import type { Database } from '#server/infra/transaction.ts';

export interface Context {
  /** Migrated; the app's role. The server may be running on it at the same time. */
  db: Database;
  demo: boolean;
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
