import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { s3Account } from './s3.ts';

export interface Backup {
  /**
   * Destination of the server's own backups (a folder or s3://bucket/prefix); null when the server writes
   * none.
   */
  folder: string | null;
  /** Hours between backups, whichever tool makes them; System Health raises an alarm after twice as many. */
  everyHours: number;
  keep: number;
  /**
   * The login with which npm run backup reads an operator's PostgreSQL; null when the database is embedded,
   * or other tools back it up.
   */
  dumpUrl: string | null;
}

type Values = Parameters<typeof s3Account>[0] & {
  BACKUP_FOLDER?: string | undefined;
  BACKUP_EVERY: number;
  BACKUP_KEEP: number;
  DUMP_DATABASE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
};

/** @throws ConfigError when a bucket is named without its keys */
export const backupOf = (values: Values): Backup => ({
  folder: backupTarget(values),
  everyHours: values.BACKUP_EVERY,
  keep: values.BACKUP_KEEP,
  // Without a separate login, the owner's is used, which may read every table too.
  dumpUrl: values.DUMP_DATABASE_URL ?? values.DATABASE_URL ?? null,
});

function backupTarget(values: Values): string | null {
  const { BACKUP_FOLDER } = values;
  if (!BACKUP_FOLDER) return null;
  if (!BACKUP_FOLDER.startsWith('s3://')) return resolve(BACKUP_FOLDER);
  if (s3Account(values)) return BACKUP_FOLDER;
  throw new ConfigError('S3_ACCESS_KEY_ID must be set where BACKUP_FOLDER is a bucket.');
}
