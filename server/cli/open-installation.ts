import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { checkMigrated, findMigrated } from '#db/migrate.ts';
import type { Config } from '#server/config.ts';
import { isDatabaseUnavailable } from '#server/infra/database-unavailable.ts';
import { createDatabase } from '#server/infra/db.ts';
import { type Mode, recordedMode } from '#server/infra/installation-mode.ts';
import { findRunning } from '#server/infra/running-database.ts';
import type { Database } from '#server/infra/transaction.ts';

type Where = Pick<Config, 'database' | 'dataDir'>;

interface Reached {
  appUrl: string;
  stop(): Promise<void>;
}

/**
 * Opens the database of a running server, or of an installation that was started before. Creates and migrates
 * nothing.
 * @throws Error with one sentence when there is none, or it must be started first
 */
export async function openInstallation(
  config: Where,
): Promise<{ db: Database; mode: Mode; stop(): Promise<void> }> {
  const { appUrl, stop: stopServer } = await reach(config);
  const { db, close } = createDatabase(appUrl);
  const stop = async () => {
    await close();
    await stopServer();
  };
  try {
    const mode = await recordedMode(db);
    if (mode) return { db, mode, stop };
    throw new Error('No server was ever started on this database: start it first, or name the right one.');
  } catch (error) {
    await stop();
    if (!isDatabaseUnavailable(error)) throw error;
    const reason = (error as Error).message;
    throw new Error(
      `The login of the app can't be used (${reason}): start the server on this database first.`,
    );
  }
}

async function reach({ database, dataDir }: Where): Promise<Reached> {
  const nothing = async () => undefined;
  if (database.kind === 'external' && database.ownerUrl === null) {
    await checkMigrated(database.appUrl);
    return { appUrl: database.appUrl, stop: nothing };
  }
  if (database.kind === 'external') {
    const { ownerUrl, appUrl } = database;
    return { appUrl: await findMigrated({ ownerUrl, appUrl: appUrl ?? undefined }), stop: nothing };
  }
  const running = await findAnswering(dataDir);
  if (running) return { appUrl: running.appUrl, stop: nothing };
  const { ownerUrl, appPassword, stop } = await startExisting(dataDir);
  try {
    return { appUrl: await findMigrated({ ownerUrl, appPassword }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens the embedded database without migrating it, because a backup before an upgrade must be readable by
 * the previous version.
 */
export async function openUnmigrated({ dataDir }: Pick<Where, 'dataDir'>) {
  const running = await findAnswering(dataDir);
  if (running) return { ownerUrl: running.ownerUrl, stop: async () => undefined };
  return await startExisting(dataDir);
}

async function startExisting(dataDir: string) {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(`The data folder ${dataDir} has no database: set DATA_DIR to the one of the server.`);
  return await startEmbedded({ dataDir });
}

/**
 * Returns the running database if it answers. The file that names it may be from a killed process, whose id
 * another process may have now.
 */
async function findAnswering(dataDir: string) {
  const running = findRunning(dataDir);
  if (!running) return null;
  const { db, close } = createDatabase(running.appUrl);
  const answers = await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  await close();
  return answers ? running : null;
}
