import { jobActivity } from './job-activity.ts';
import { jobFailures } from './job-failures.ts';
import { jobRecord } from './job-record.ts';
import type { Database } from './transaction.ts';

/** How jobs go: each run in this process, which jobs fail in any process, and whether any process runs jobs at all. */
export function watchJobs(db: Database) {
  const record = jobRecord();
  const [activity, failures] = [jobActivity(db), jobFailures(db, record)];
  return {
    record,
    jobs: [activity.job, failures.job],
    checks: [activity.check, failures.check],
    metrics: [...record.metrics, activity.metric],
  };
}
