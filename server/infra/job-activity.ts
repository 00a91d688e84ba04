import { sql } from 'kysely';
import { fullMoment } from '#contract/dates.ts';
import { MINUTE, SECOND } from './clock.ts';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';
import type { Job } from './tick.ts';
import type { Database } from './transaction.ts';

const NOTED_EVERY_MS = 15 * SECOND;
/** A note older than this means that no jobs run. Even a few long jobs delay the note by less. */
const LATE_MS = 3 * MINUTE;

interface Activity {
  job: Job;
  check: HealthCheck;
  metric: Metric;
}

/**
 * Whether any process on this database runs jobs. A process that runs jobs notes it, and all processes read
 * the note; both use the database's clock.
 */
export function jobActivity(db: Database): Activity {
  return {
    job: {
      name: 'jobs.note-activity',
      everyMs: NOTED_EVERY_MS,
      run: () => noteActivity(db),
      followsRealTime: true,
    },
    check: {
      name: 'Jobs',
      isOfJobs: true,
      async problem() {
        const last = await lastActivity(db);
        if (last && last.agoMs < LATE_MS) return null;
        return `${last ? `No process has run jobs since ${fullMoment(last.at)}` : 'No process has run jobs yet'}: nothing is counted, settled, paid or mailed. Start the process that runs them, or look into its log.`;
      },
    },
    metric: {
      name: 'permille_jobs_active_timestamp_seconds',
      help: 'When a process on this database last came to its jobs, seconds since 1970; 0 before the first time',
      read: async () => ((await lastActivity(db))?.at.getTime() ?? 0) / 1_000,
    },
  };
}

async function noteActivity(db: Database): Promise<void> {
  await sql`
    insert into job_activity (active_at) values (clock_timestamp())
    on conflict (only_row) do update set active_at = excluded.active_at
      where job_activity.active_at < excluded.active_at`.execute(db);
}

async function lastActivity(db: Database): Promise<{ at: Date; agoMs: number } | undefined> {
  const { rows } = await sql<{ at: Date; agoMs: number }>`
    select active_at as at, (extract(epoch from clock_timestamp() - active_at) * 1000)::float8 as "agoMs"
    from job_activity`.execute(db);
  return rows[0];
}
