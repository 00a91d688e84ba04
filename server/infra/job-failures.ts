import { sql } from 'kysely';
import { fullMoment } from '#contract/dates.ts';
import { MINUTE, SECOND } from './clock.ts';
import type { HealthCheck } from './health-check.ts';
import { newId } from './id.ts';
import type { FailingJob, JobRecord } from './job-record.ts';
import type { LastingFault } from './log-repeats.ts';
import type { Job } from './tick.ts';
import type { Database } from './transaction.ts';

const NOTED_EVERY_MS = 15 * SECOND;
/**
 * A job is reported after this many failures in a row over at least `FAILING_MS`. A passing cause, such as a
 * restart of the database, takes less time.
 */
const FAILURES = 3;
const FAILING_MS = 2 * MINUTE;
/** A process that has noted nothing for this long has ended. */
const ENDED_MS = 3 * MINUTE;

/** Prefix of entries for faults that the log counted; entries without it are failing jobs. */
const LOGGED = 'log: ';

interface Failing extends Pick<JobRecord, 'failing'> {
  faults(): LastingFault[];
}

/**
 * Records this process's failing jobs and faults in the database, because another process may serve the
 * System Health page. The checks report those of all processes.
 */
export function jobFailures(db: Database, { failing, faults }: Failing): { job: Job; checks: HealthCheck[] } {
  const processId = newId();
  let hasNoted = false;
  return {
    job: {
      name: 'jobs.note-failures',
      everyMs: NOTED_EVERY_MS,
      followsRealTime: true,
      async run() {
        const logged = faults().map(({ message, times, forMs }) => ({
          job: LOGGED + message,
          failures: times,
          forMs,
        }));
        const jobs = [...failing(), ...logged];
        if (jobs.length > 0 || hasNoted) await noteFailing(db, processId, jobs);
        hasNoted = jobs.length > 0;
      },
    },
    checks: [
      {
        name: 'Job runs',
        problem: () => findProblem(db, 'These jobs fail', (job) => !job.startsWith(LOGGED)),
      },
      { name: 'Log', problem: () => findProblem(db, 'These faults come', (job) => job.startsWith(LOGGED)) },
    ],
  };
}

const isEnded = sql<boolean>`noted_at < clock_timestamp() - ${ENDED_MS} * interval '1 millisecond'`;

async function noteFailing(db: Database, processId: string, failing: readonly FailingJob[]): Promise<void> {
  const jobs = failing.map(({ job }) => job);
  await sql`
    with ended as (
      delete from job_failures where process_id = ${processId} and job <> all(${jobs}::text[]) or ${isEnded}
    )
    insert into job_failures (process_id, job, failures, failing_since, noted_at)
    select ${processId}, f.job, f.failures, clock_timestamp() - f.ms * interval '1 millisecond', clock_timestamp()
    from unnest(${jobs}::text[], ${failing.map(({ failures }) => failures)}::int[],
      ${failing.map(({ forMs }) => Math.round(forMs))}::bigint[]) as f (job, failures, ms)
    on conflict (process_id, job) do update set
      failures = excluded.failures, failing_since = excluded.failing_since, noted_at = excluded.noted_at`.execute(
    db,
  );
}

async function findProblem(
  db: Database,
  what: string,
  counts: (job: string) => boolean,
): Promise<string | null> {
  const { rows: all } = await sql<{ job: string; failures: number; since: Date }>`
    select job, max(failures) as failures, min(failing_since) as since from job_failures
    where not ${isEnded} and failures >= ${FAILURES}
      and failing_since <= clock_timestamp() - ${FAILING_MS} * interval '1 millisecond'
    group by job order by job`.execute(db);
  const rows = all.filter(({ job }) => counts(job));
  if (rows.length === 0) return null;
  const each = rows.map(
    ({ job, failures, since }) => `${job.replace(LOGGED, '')} (${failures} times since ${fullMoment(since)})`,
  );
  return `${what} again and again: ${each.join(', ')}. The log says why.`;
}
