import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { firstExisting } from '#server/infra/disk-space.ts';
import { ConfigError } from './config-error.ts';

/** Entries that a start or the operator makes in a data folder, and by which it is recognized. */
const PARTS = ['postgres', 'media', 'texts', 'secret', 'secret.previous'];

/**
 * Checks the folder without creating it; it may be absent until the start makes it.
 * @throws ConfigError when the path, or its nearest existing parent, is not a folder
 */
export function checkDataFolder(dataDir: string): void {
  try {
    if (statSync(firstExisting(dataDir)).isDirectory()) return;
  } catch (error) {
    throw unwritable(dataDir, error);
  }
  throw unwritable(dataDir, 'ENOTDIR');
}

/** @throws ConfigError when this user can't write or create the folder */
export function requireWritable(dataDir: string): void {
  try {
    accessSync(firstExisting(dataDir), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

/**
 * Requires an existing data folder. Commands that work on existing files call this, because a mistyped folder
 * would look like an installation without files.
 * @throws ConfigError
 */
export function requireDataFolder(dataDir: string): void {
  if (PARTS.some((part) => existsSync(join(dataDir, part)))) return;
  const what = existsSync(dataDir) ? 'has none of its files' : 'does not exist';
  throw new ConfigError(`DATA_DIR must be the data folder of the server, and ${dataDir} ${what}.`);
}

/**
 * Refuses a folder with files of an installation but without its database. A new embedded database would be
 * empty, as if everything were lost.
 * @throws ConfigError
 */
export function requireNoOrphans(dataDir: string): void {
  if (!existsSync(join(dataDir, 'media')) || existsSync(join(dataDir, 'postgres'))) return;
  throw new ConfigError(
    `DATABASE_URL or APP_DATABASE_URL must be set, because ${dataDir} has files of an installation and no database; for a new installation set DATA_DIR to a new folder.`,
  );
}

export function unwritable(dataDir: string, error: unknown): ConfigError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return new ConfigError(`DATA_DIR must be a folder this user can write, and ${dataDir} is not (${code}).`);
}
