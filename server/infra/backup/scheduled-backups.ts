import { type Clock, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Log } from '#server/infra/log.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Job } from '#server/infra/tick.ts';
import type { BackupSource } from './make-backup.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups, startOf } from './manifest.ts';
import type { Place } from './place.ts';

interface Schedule {
  place: Place;
  everyHours: number;
  keep: number;
}

const RETRY_MS = 15 * MINUTE;

/**
 * Writes a backup whenever the newest there is older than it may be, beside the jobs: it takes longer than one of
 * them may. What is there is read from the place itself, so that backups made by hand count too.
 * @param clock of the machine: files have its time
 */
export function scheduledBackups(
  source: BackupSource,
  schedule: Schedule,
  { clock, log }: { clock: Clock; log: Log },
): { job: Job; check: HealthCheck; metric: Metric } {
  let underWay: Promise<void> | null = null;
  let failed: { at: number; reason: string } | null = null;
  const newest = async (): Promise<Date | null> => {
    const name = (await listBackups(schedule.place)).at(-1);
    return name ? startOf(name) : null;
  };
  const ageMs = async (): Promise<number> => {
    const last = await newest();
    return last ? clock.now().getTime() - last.getTime() : Number.POSITIVE_INFINITY;
  };

  async function writeWhenDue(): Promise<void> {
    try {
      if ((await ageMs()) < schedule.everyHours * HOUR) {
        // One was made by hand after the one that failed.
        failed = null;
        return;
      }
      await schedule.place.require(source.dataDir, true);
      const made = await makeBackup(source, { ...schedule, now: () => clock.now() });
      failed = null;
      log.info(made, 'backup written');
    } catch (error) {
      failed = { at: clock.now().getTime(), reason: error instanceof Error ? error.message : String(error) };
      log.error({ err: error }, 'backup failed; it is tried again');
    } finally {
      underWay = null;
    }
  }

  return {
    job: {
      name: 'backup.write',
      async run() {
        if (underWay || (failed && clock.now().getTime() - failed.at < RETRY_MS)) return;
        underWay = writeWhenDue();
      },
    },
    check: {
      name: 'Backups',
      async problem() {
        if (failed) return `The last backup failed: ${failed.reason}`;
        if ((await ageMs()) < 2 * schedule.everyHours * HOUR) return null;
        const last = await newest();
        return last
          ? `The last backup is of ${last.toISOString().slice(0, 16)} UTC.`
          : 'There is no backup yet.';
      },
    },
    metric: {
      name: 'permille_last_backup_age_seconds',
      help: 'Time since the newest backup in BACKUP_FOLDER began; +Inf while there is none',
      read: async () => (await ageMs()) / 1000,
    },
  };
}

/** In place of the above where real accounts live and nothing keeps them. */
export const withoutBackups: HealthCheck = {
  name: 'Backups',
  problem: async () =>
    'No backups are written: set BACKUP_FOLDER to a folder on another disk, or to s3://bucket/prefix.',
};
