import type { Where } from '#server/infra/open-database.ts';
import { ConfigError } from './config-error.ts';

interface DatabaseValues {
  DATABASE_URL?: string | undefined;
  APP_DATABASE_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  BACKUP_FOLDER?: string | undefined;
  DUMP_DATABASE_URL?: string | undefined;
}

export function databaseOf({ DATABASE_URL, APP_DATABASE_URL }: DatabaseValues): Where {
  if (DATABASE_URL) return { kind: 'external', ownerUrl: DATABASE_URL, appUrl: APP_DATABASE_URL ?? null };
  if (APP_DATABASE_URL) return { kind: 'external', ownerUrl: null, appUrl: APP_DATABASE_URL };
  return { kind: 'embedded' };
}

/** @throws ConfigError when a setting of one kind of database is given with the other kind */
export function checkDatabase(values: DatabaseValues): void {
  const outside = values.DATABASE_URL ? 'DATABASE_URL' : values.APP_DATABASE_URL && 'APP_DATABASE_URL';
  if (values.BACKUP_FOLDER && outside)
    throw new ConfigError(
      `BACKUP_FOLDER must not be set with ${outside}, because the server backs up only its embedded database: have a timer run npm run backup (docs/operate/backups.md).`,
    );
  if (values.DUMP_DATABASE_URL && !outside)
    throw new ConfigError(
      'DUMP_DATABASE_URL must not be set without DATABASE_URL or APP_DATABASE_URL, because the embedded database is copied without a dump.',
    );
  if (values.DATABASE_READ_URL && !outside)
    throw new ConfigError(
      'DATABASE_READ_URL must not be set without DATABASE_URL, because the embedded database has no replica.',
    );
}
