import { jobActivity } from './job-activity.ts';
import { jobFailures } from './job-failures.ts';
import { jobRecord } from './job-record.ts';
import { type Log, lastingFaults } from './log.ts';
import type { Database } from './transaction.ts';

/**
 * Health checks and metrics of jobs: the runs in this process, the jobs that fail in any process, and whether
 * any process runs jobs at all.
 */
export function watchJobs(db: Database, log: Log) {
  const record = jobRecord();
  const [activity, failures] = [
    jobActivity(db),
    jobFailures(db, { failing: record.failing, faults: () => lastingFaults(log) }),
  ];
  return {
    record,
    jobs: [activity.job, failures.job],
    /** The jobs that record failures, also for processes that run no other jobs. */
    noting: [failures.job],
    checks: [activity.check, ...failures.checks],
    metrics: [...record.metrics, activity.metric],
  };
}
