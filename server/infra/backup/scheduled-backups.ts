import { type Clock, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '../transaction.ts';
import { forgetFailure, PARTS, recordFailed, recordMade } from './backup-record.ts';
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
 * Writes a backup whenever the newest one is older than the interval. It runs outside the job ticker because
 * it takes longer than a job may. The place is listed each time, so that backups made by hand count, and an
 * emptied place gets a backup at once.
 * @param clock the machine's clock, because files have its time
 */
export function scheduledBackups(
  source: BackupSource,
  schedule: Schedule,
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
): Job {
  let underWay: Promise<void> | null = null;
  let failedAt: Date | null = null;
  /** The backup that was recorded last, so that the same row is not written at each check. */
  let recorded: string | null = null;

  async function writeWhenDue(): Promise<void> {
    try {
      let newest = (await listBackups(schedule.place)).at(-1);
      if (!newest || clock.now().getTime() - startOf(newest).getTime() >= schedule.everyHours * HOUR) {
        await schedule.place.require(source.dataDir, true);
        const made = await makeBackup(source, { ...schedule, now: () => clock.now() });
        log.info(made, 'backup written');
        newest = made.name;
      }
      if (failedAt) await forgetFailure(db, PARTS, failedAt);
      failedAt = null;
      if (newest === recorded) return;
      await recordMade(db, PARTS, startOf(newest));
      recorded = newest;
    } catch (error) {
      await noteFailure(error);
    } finally {
      underWay = null;
    }
  }

  async function noteFailure(error: unknown): Promise<void> {
    const now = clock.now();
    failedAt = now;
    log.error({ err: error }, 'backup failed; it is tried again');
    const reason = error instanceof Error ? error.message : String(error);
    await recordFailed(db, PARTS, { now, reason }).catch((err: unknown) =>
      log.error({ err }, 'the failure of the backup could not be recorded'),
    );
  }

  return {
    name: 'backup.write',
    async run() {
      if (underWay || (failedAt !== null && clock.now().getTime() - failedAt.getTime() < RETRY_MS)) return;
      underWay = writeWhenDue();
    },
  };
}
