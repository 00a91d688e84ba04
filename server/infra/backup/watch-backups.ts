import type { Clock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '../transaction.ts';
import { readBackups } from './backup-record.ts';
import { backupAgeMs, backupProblem, describeBackups } from './judge-backups.ts';

/**
 * The health check and metrics of the backups. They work in every process, whichever tool makes the backups.
 * @param clock the machine's clock, because backups have its time
 */
export function watchBackups(
  db: Database,
  { everyHours, clock }: { everyHours: number; clock: Clock },
): { check: HealthCheck; metrics: Metric[] } {
  const problem = async () => backupProblem(await readBackups(db), { everyHours, now: clock.now() });
  return {
    check: { name: 'Backups', problem, well: async () => describeBackups(await readBackups(db)) },
    metrics: [
      {
        name: 'permille_last_backup_age_seconds',
        help: 'Time since the newest recorded backup began, of database or files, whichever is older; +Inf while one has none',
        read: async () => backupAgeMs(await readBackups(db), clock.now()) / 1000,
      },
      {
        name: 'permille_backups_wrong',
        help: '1 while the last backup failed, is older than twice BACKUP_EVERY, or is missing a day after the first start',
        read: async () => ((await problem()) === null ? 0 : 1),
      },
    ],
  };
}
