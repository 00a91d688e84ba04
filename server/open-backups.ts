import type { Config } from './config.ts';
import { placeAt } from './infra/backup/open-place.ts';
import { scheduledBackups } from './infra/backup/scheduled-backups.ts';
import { watchBackups } from './infra/backup/watch-backups.ts';
import { systemClock } from './infra/clock.ts';
import type { Log } from './infra/log.ts';
import type { Database } from './infra/transaction.ts';
import { remoteFiles } from './modules/media/media.ts';

/**
 * Whether this process watches the backups. With simulated platforms, in a demo or in staging, the data is
 * not real and may be lost.
 */
export const watchesBackups = ({ simulatorPort, backup }: Config): boolean =>
  simulatorPort === null || backup.folder !== null;

/** Watches the backups, whichever tool makes them, and writes the backups of the embedded database. */
export function openBackups(
  config: Config,
  { db, secret, ownerUrl }: { db: Database; secret: string; ownerUrl: string | null },
  log: Log,
) {
  const { dataDir, fileBucket, s3, backup } = config;
  const { folder } = backup;
  if (!watchesBackups(config)) return { checks: [], jobs: [], metrics: [] };
  const { check, metrics } = watchBackups(db, { everyHours: backup.everyHours, clock: systemClock });
  const isWritten = folder && ownerUrl && config.database.kind === 'embedded';
  if (!isWritten) return { checks: [check], jobs: [], metrics };
  const elsewhere = fileBucket && remoteFiles(fileBucket.settings);
  const source = { dataDir, secret, elsewhere, database: { kind: 'embedded' as const, ownerUrl } };
  const schedule = { ...backup, place: placeAt(folder, s3) };
  const job = scheduledBackups(source, schedule, { db, clock: systemClock, log });
  return { checks: [check], jobs: [job], metrics };
}
