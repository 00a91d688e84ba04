import { jobActivity } from './job-activity.ts';
import { jobFailures } from './job-failures.ts';
import { jobRecord } from './job-record.ts';
import { type Log, lastingFaults } from './log.ts';
import type { Database } from './transaction.ts';

/** How jobs go: each run in this process, which jobs fail in any process, and whether any process runs jobs at all. */
export function watchJobs(db: Database, log: Log) {
  const record = jobRecord();
  const [activity, failures] = [
    jobActivity(db),
    jobFailures(db, { failing: record.failing, faults: () => lastingFaults(log) }),
  ];
  return {
    record,
    jobs: [activity.job, failures.job],
    /** Jobs of a process that runs no others. */
    noting: [failures.job],
    checks: [activity.check, ...failures.checks],
    metrics: [...record.metrics, activity.metric],
  };
}
