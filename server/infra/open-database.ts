import { startEmbedded } from '#db/embedded.ts';
import { checkMigrated, migrate } from '#db/migrate.ts';
import type { Log } from './log.ts';
import { forgetRunning, noteRunning } from './running-database.ts';

/**
 * An operator's PostgreSQL, or the embedded one. Without `ownerUrl` the database must already be migrated.
 */
export type Where =
  | { kind: 'embedded' }
  | { kind: 'external'; ownerUrl: string; appUrl: string | null }
  | { kind: 'external'; ownerUrl: null; appUrl: string };

/** A migrated database: its URL for the app's role, and a function that stops it. */
export interface OpenedDatabase {
  appUrl: string;
  /** Null: this process does not have the owner's rights. */
  ownerUrl: string | null;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL when none is given, and brings the schema up to date.
 * @throws Error with one clear sentence when the database can't be reached, started or migrated
 */
export async function openDatabase(where: Where, dataDir: string, log: Log): Promise<OpenedDatabase> {
  if (where.kind === 'external' && where.ownerUrl === null) {
    await checkMigrated(where.appUrl);
    return { appUrl: where.appUrl, ownerUrl: null, stop: async () => undefined };
  }
  if (where.kind === 'external') {
    const { appUrl } = await migrate({ ownerUrl: where.ownerUrl, appUrl: where.appUrl ?? undefined });
    return { appUrl, ownerUrl: where.ownerUrl, stop: async () => undefined };
  }
  const embedded = await startEmbedded({
    dataDir,
    log: (line, level) => log[level]({ postgres: line.trim() }),
  });
  try {
    const { appUrl } = await migrate({ ownerUrl: embedded.ownerUrl, appPassword: embedded.appPassword });
    noteRunning(dataDir, { ownerUrl: embedded.ownerUrl, appUrl });
    const stop = async () => {
      forgetRunning(dataDir);
      await embedded.stop();
    };
    return { appUrl, ownerUrl: embedded.ownerUrl, stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
