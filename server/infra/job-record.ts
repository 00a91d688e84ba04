import type { Metric } from './metric.ts';

/** How the runs of each job ended, in this process and since it started. */
export interface JobRecord {
  ended(job: string, run: { failed: boolean; ms: number }): void;
  metrics: Metric[];
}

interface Runs {
  failures: number;
  lastMs: number;
  endedAt: number;
}

/** @param now on the machine's clock, in milliseconds. */
export function jobRecord(now: () => number = Date.now): JobRecord {
  const jobs = new Map<string, Runs>();
  const perJob = (name: string, help: string, figureOf: (runs: Runs) => number): Metric => ({
    name,
    help,
    labelNames: ['job'],
    read: async () => [...jobs].map(([job, runs]) => ({ labels: { job }, value: figureOf(runs) })),
  });
  return {
    ended(job, { failed, ms }) {
      const failures = (jobs.get(job)?.failures ?? 0) + (failed ? 1 : 0);
      jobs.set(job, { failures, lastMs: ms, endedAt: now() });
    },
    metrics: [
      perJob(
        'permille_job_failures',
        'Runs of a job that failed since the process started',
        (runs) => runs.failures,
      ),
      perJob(
        'permille_job_last_run_seconds',
        'How long the last run of a job took',
        (runs) => runs.lastMs / 1_000,
      ),
      perJob(
        'permille_job_ended_timestamp_seconds',
        'When a job last ended, seconds since 1970',
        (runs) => runs.endedAt / 1_000,
      ),
    ],
  };
}
