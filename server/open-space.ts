import { tmpdir } from 'node:os';
import type { Config } from './config.ts';
import { databaseFull } from './infra/database-full.ts';
import { type DiskUse, watchDisks } from './infra/disk-space.ts';

/** Lists the disks to which this process writes. */
export function disksOf({ dataDir, backup }: Config): DiskUse[] {
  const { folder } = backup;
  return [
    { name: 'data', folder: dataDir },
    ...(folder && !folder.startsWith('s3://') ? [{ name: 'backups', folder } as const] : []),
    { name: 'temporary', folder: tmpdir() },
  ];
}

/**
 * Watches the free space of this machine's disks. A full disk of the database is noticed by refused
 * statements.
 */
export function openSpace(config: Config) {
  const [disks, database] = [watchDisks(disksOf(config)), databaseFull()];
  return {
    noteDatabaseFull: database.note,
    checks: [...database.checks, ...disks.checks],
    metrics: [...database.metrics, ...disks.metrics],
  };
}
