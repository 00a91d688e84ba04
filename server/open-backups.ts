import type { Config } from './config.ts';
import { placeAt } from './infra/backup/open-place.ts';
import { scheduledBackups, withoutBackups } from './infra/backup/scheduled-backups.ts';
import { systemClock } from './infra/clock.ts';
import type { Log } from './infra/log.ts';
import { filesElsewhere } from './modules/media/media.ts';

/** Of the embedded database; an external one is kept by its own tools. */
export function openBackups(
  config: Config,
  { secret, ownerUrl }: { secret: string; ownerUrl: string | null },
  log: Log,
) {
  const { folder } = config.backup;
  if (!ownerUrl || config.database.kind === 'external') return { checks: [], jobs: [], metrics: [] };
  if (!folder) return { checks: config.mode === 'demo' ? [] : [withoutBackups], jobs: [], metrics: [] };
  const { dataDir, fileBucket, s3 } = config;
  const elsewhere = fileBucket && filesElsewhere(fileBucket.settings);
  const source = { dataDir, secret, ownerUrl, elsewhere };
  const { check, job, metric } = scheduledBackups(
    source,
    { ...config.backup, place: placeAt(folder, s3) },
    { clock: systemClock, log },
  );
  return { checks: [check], jobs: [job], metrics: [metric] };
}
