import type { Metric } from './metric.ts';

/** Statistics of each job's runs in this process since it started. */
export interface JobRecord {
  /** Notes that a run is due, which begins when other runs have ended. */
  waits(job: string): void;
  begins(job: string): void;
  ended(job: string, run: { failed: boolean; ms: number }): void;
  /** Notes that the job had no work. */
  rests(job: string): void;
  /** The jobs whose last runs failed. */
  failing(): FailingJob[];
  metrics: Metric[];
}

export interface FailingJob {
  job: string;
  /** The number of failed runs in a row. */
  failures: number;
  /** Milliseconds since the first of these failures ended. */
  forMs: number;
}

interface Runs {
  failures: number;
  /** Failed runs since the last success. `failingSince` is when the first of them ended. */
  inARow: number;
  failingSince: number;
  lastMs: number;
  endedAt: number;
}

const unknown: Runs = { failures: 0, inARow: 0, failingSince: 0, lastMs: 0, endedAt: 0 };

/** @param now the machine's clock, in milliseconds */
export function jobRecord(now: () => number = Date.now): JobRecord {
  const jobs = new Map<string, Runs>();
  const waitingSince = new Map<string, number>();
  const lastLag = new Map<string, number>();
  const perJob = (name: string, help: string, figures: () => Iterable<[string, number]>): Metric => ({
    name,
    help,
    labelNames: ['job'],
    read: async () => [...figures()].map(([job, value]) => ({ labels: { job }, value })),
  });
  const ofRuns = (figureOf: (runs: Runs) => number) => () =>
    [...jobs].map(([job, runs]): [string, number] => [job, figureOf(runs)]);
  const lags = () =>
    new Map([...lastLag, ...[...waitingSince].map(([job, at]): [string, number] => [job, now() - at])]);
  return {
    waits(job) {
      if (!waitingSince.has(job)) waitingSince.set(job, now());
    },
    begins(job) {
      lastLag.set(job, now() - (waitingSince.get(job) ?? now()));
      waitingSince.delete(job);
    },
    ended(job, { failed, ms }) {
      const before = jobs.get(job) ?? unknown;
      const [failures, inARow] = failed ? [before.failures + 1, before.inARow + 1] : [before.failures, 0];
      const failingSince = inARow === 1 ? now() : before.failingSince;
      jobs.set(job, { failures, inARow, failingSince, lastMs: ms, endedAt: now() });
    },
    rests(job) {
      waitingSince.delete(job);
      jobs.set(job, { ...unknown, ...jobs.get(job), inARow: 0, endedAt: now() });
    },
    failing: () =>
      [...jobs]
        .filter(([, { inARow }]) => inARow > 0)
        .map(([job, { inARow, failingSince }]) => ({ job, failures: inARow, forMs: now() - failingSince })),
    metrics: [
      {
        ...perJob(
          'permille_job_failures_total',
          'Runs of a job that failed since the process started',
          ofRuns((runs) => runs.failures),
        ),
        type: 'counter',
      },
      perJob(
        'permille_job_last_run_seconds',
        'How long the last run of a job took',
        ofRuns((runs) => runs.lastMs / 1_000),
      ),
      perJob(
        'permille_job_ended_timestamp_seconds',
        'When a job last ended or had nothing to do, seconds since 1970',
        ofRuns((runs) => runs.endedAt / 1_000),
      ),
      perJob(
        'permille_job_lag_seconds',
        'How long the run of a job waits, or the last one waited, for others to end',
        () => [...lags()].map(([job, ms]): [string, number] => [job, ms / 1_000]),
      ),
    ],
  };
}
