import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config-error.ts';

/**
 * The session secret of this data folder, made on first use and readable by its owner only.
 * @param dataDir absolute path
 * @throws ConfigError when the folder can't be written
 */
export function sessionSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    makeFolder(dataDir);
    // wx: of two processes that start at once, one writes and the other reads what it wrote.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(dataDir, error);
  }
  try {
    const secret = readSecret(dataDir);
    if (secret) return secret;
  } catch (error) {
    throw unwritable(dataDir, error);
  }
  throw new ConfigError(`The file ${file} holds no secret; remove it, and everyone signs in anew.`);
}

/** The secret that this data folder has; null when there is none. */
export const readSecret = (dataDir: string): string | null => readFrom(join(dataDir, 'secret'));

/** What the secret of this data folder was before: an operator renames its file, and the start makes another. */
export const previousSecret = (dataDir: string): string | null => readFrom(join(dataDir, 'secret.previous'));

function readFrom(file: string): string | null {
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return secret.length >= 32 ? secret : null;
}

/** Not `recursive: true`: that one never ends on a file system which answers ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function unwritable(dataDir: string, error: unknown): ConfigError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return new ConfigError(`DATA_DIR must be a folder this user can write, and ${dataDir} is not (${code}).`);
}
