import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '#db/data-folder.ts';
import { ConfigError } from './config-error.ts';
import { unwritable } from './data-folder.ts';

/**
 * Returns the secret of this data folder. It is made on first use, and only its owner can read the file.
 * @param dataDir absolute path
 * @throws ConfigError when the folder can't be written
 */
export function makeSecret(dataDir: string): string {
  try {
    makeDataFolder(dataDir);
    // With the flag `wx`, only one of two processes that start at once writes the secret, and the other reads
    // it. With `flush`, the secret is on the disk before the database records it, so a power cut can't leave
    // a database without its secret.
    const options = { mode: 0o600, flag: 'wx', flush: true };
    writeFileSync(join(dataDir, 'secret'), randomBytes(32).toString('hex'), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(dataDir, error);
  }
  return readSecret(dataDir)!;
}

/**
 * Returns the existing secret of this data folder; null without one.
 * @throws ConfigError when its file can't be read or contains no secret
 */
export const readSecret = (dataDir: string): string | null => readFrom(dataDir, 'secret');

/**
 * Returns the previous secret of this data folder. An operator makes it by renaming the secret's file; the
 * next start makes a new secret.
 */
export const previousSecret = (dataDir: string): string | null => readFrom(dataDir, 'secret.previous');

function readFrom(dataDir: string, name: string): string | null {
  const file = join(dataDir, name);
  if (!existsSync(file)) return null;
  const secret = contentOf(file).trim();
  if (secret.length >= 32) return secret;
  throw new ConfigError(
    `The file ${file} must hold a secret of at least 32 characters; put the right one back, or see "A lost secret" in docs/operate/secret.md.`,
  );
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `The file ${file} can't be read by this user (${code}); run as the user of the server.`,
    );
  }
}
