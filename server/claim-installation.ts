import { join } from 'node:path';
import { makeDataFolder, makeFolder } from '#db/data-folder.ts';
import { requireWritable, unwritable } from './config/data-folder.ts';
import { makeSecret } from './config/secret.ts';
import type { Config } from './config.ts';
import { claimMode } from './infra/installation-mode.ts';
import { requireSecret, secretsOf } from './infra/secret-record.ts';
import { type Secrets, secretId } from './infra/secrets.ts';
import type { Database } from './infra/transaction.ts';

type Claimed = Pick<Config, 'dataDir' | 'mode' | 'secret' | 'previousSecret'>;

/** Finds problems before the database is changed. Otherwise they would appear only afterwards. */
export function checkBeforeClaim({ dataDir, secret }: Claimed): void {
  if (secret === null) requireWritable(dataDir);
}

/**
 * Checks that the database has this mode and this secret; a first start records both, and makes the secret
 * when none is set.
 * @throws Error with one sentence; nothing was changed then
 */
export async function claimInstallation(
  db: Database,
  { dataDir, mode, secret, previousSecret: previous }: Claimed,
  now: Date,
): Promise<Secrets> {
  let first: string | null = null;
  // The secret's file is written before the database records the secret, so that a process killed in between
  // leaves no database without its secret.
  await claimMode(db, mode, now, () => {
    first = secret ?? makeSecret(dataDir);
    return secretId(first);
  });
  await requireSecret(db, { current: secret ?? first, previous });
  return await secretsOf(db, { current: secret ?? first ?? makeSecret(dataDir), previous });
}

/**
 * Makes the folder of uploaded files before the first upload, because commands recognize a data folder by it.
 * @throws ConfigError when this user can't write there
 */
export function makeMediaFolder({ dataDir, fileBucket }: Pick<Config, 'dataDir' | 'fileBucket'>): void {
  if (fileBucket) return;
  try {
    makeDataFolder(dataDir);
    makeFolder(join(dataDir, 'media'));
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}
