import type { Clock } from './clock.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { NextDue, ReadDues } from './dues.ts';
import type { JobRecord } from './job-record.ts';
import type { Log } from './log.ts';
import { beginTrace, recordTrace, runInTrace, type SpanRecorder } from './tracing/trace.ts';
import { withTimeout } from './with-timeout.ts';

/** A recurring task. `run` does what is due now and is safe to run twice or in two processes. */
export interface Job {
  name: string;
  /**
   * Does the work that is due. `signal` aborts when the run must end at its next safe point, because it took
   * too long or the server stops. The remaining work is done by a later run.
   */
  run(now: Date, signal?: AbortSignal): Promise<void>;
  /** Interval in real time, for work that nobody waits for; absent for a run at every tick. */
  everyMs?: number;
  /**
   * Only for exclusive jobs. Resolves with whether there is work; the job then begins when all running jobs
   * have ended.
   */
  isDue?(now: Date): Promise<boolean>;
  /** The next moment at which there is work. Tools use these moments to move the clock in steps. */
  nextDueAt?(): NextDue;
  /** Whether `nextDueAt` covers all of the job's work, so that the job need not run earlier. */
  isIdleUntilDue?: boolean;
  /** Whether the job follows real time; tools that move the clock skip it. */
  followsRealTime?: boolean;
}

export interface Ticker {
  start(): void;
  /** Begins nothing new and lets running jobs finish. If that takes long, aborts their signals. */
  stop(): Promise<void>;
  /**
   * For tools that move the clock: pauses the ticker during `steps`, whose argument `run` runs one job to its
   * end.
   */
  alone<T>(steps: (run: (job: Job) => Promise<void>) => Promise<T>): Promise<T>;
}

const defaults = {
  everyMs: 1_000,
  /**
   * The number of jobs that run at once. It is small, because requests have priority for database connections
   * and the processor.
   */
  parallel: 4,
  /** After this time the signal of a run aborts, and the run no longer blocks others. */
  limitMs: 60_000,
  /** Time before a stop aborts the running jobs' signals. */
  graceMs: 5_000,
  record: undefined as JobRecord | undefined,
  /** Absent: jobs also run before the moment until which they are idle. */
  readDues: undefined as ReadDues | undefined,
  /**
   * Receives the spans of runs that call a service or fail. Spans of runs without work would hide all others.
   */
  spans: null as SpanRecorder | null,
};

type Options = Partial<typeof defaults>;

interface Run {
  /** Resolves when the run has ended; never rejects. */
  ended: Promise<void>;
  /** Resolves when the run has ended or exceeded its time limit. */
  freed: Promise<void>;
  askToEnd(): void;
}

/**
 * Logs a failure. A database that is unavailable fails every job, so that is logged as one fault, not one per
 * job.
 */
function logFailure(log: Log, error: unknown, job?: Job): void {
  if (error instanceof Error && isDatabaseUnavailable(error))
    log.warn({ detail: error.message }, 'the jobs wait for the database');
  else if (job) log.error({ err: error, job: job.name }, 'job failed; it is tried again');
  else log.warn({ err: error }, 'what is due could not be read; all jobs run');
}

function begin(job: Job, now: Date, log: Log, { limitMs, record, spans }: typeof defaults): Run {
  const ending = new AbortController();
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const limit = setTimeout(() => {
    log.warn({ job: job.name, limitMs }, 'job takes too long and is asked to end');
    ending.abort();
    free();
  }, limitMs);
  limit.unref();
  const trace = beginTrace(spans);
  const perform = async (): Promise<void> => {
    const beganAt = Date.now();
    record?.begins(job.name);
    const since = performance.now();
    let failed = false;
    try {
      await job.run(now, ending.signal);
    } catch (error) {
      failed = true;
      logFailure(log, error, job);
    } finally {
      clearTimeout(limit);
      if (failed || trace.hasCalled) {
        const span = { name: job.name, beganAt, endedAt: Date.now(), attributes: {}, failed };
        recordTrace(trace, { kind: 'job', ...span });
      }
      record?.ended(job.name, { failed, ms: performance.now() - since });
      free();
    }
  };
  return { ended: runInTrace(trace, perform), freed, askToEnd: () => ending.abort() };
}

const allEnded = (runs: Run[]): Promise<unknown> => Promise.all(runs.map(({ ended }) => ended));

async function endAll(runs: Run[], graceMs: number): Promise<void> {
  const grace = setTimeout(() => {
    for (const { askToEnd } of runs) askToEnd();
  }, graceMs);
  await allEnded(runs);
  clearTimeout(grace);
}

/**
 * Returns a function that tells whether a job's `everyMs` has passed. If so, the job's next interval begins.
 */
function paceOf({ everyMs: tickMs, record }: typeof defaults): (job: Job) => boolean {
  const begunAt = new Map<Job, number>();
  return (job) => {
    const now = performance.now();
    const last = begunAt.get(job);
    // A timer may fire a little early, so half a tick is tolerated.
    const isTime = !job.everyMs || last === undefined || now - last > job.everyMs - tickMs / 2;
    if (!isTime) return false;
    begunAt.set(job, now);
    record?.waits(job.name);
    return true;
  };
}

/** Returns a function that runs the steps given to it one after the other. */
function turns(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Starts exclusive jobs. Asks each whether it is due, and runs it `alone`, never twice at once. */
function loneWork(jobs: Job[], clock: Clock, log: Log, alone: (job: Job) => Promise<void>) {
  const begun = new Map<Job, Promise<void>>();
  const work = async (job: Job): Promise<void> => {
    try {
      if (await job.isDue!(clock.now())) await alone(job);
    } catch (error) {
      logFailure(log, error, job);
    } finally {
      begun.delete(job);
    }
  };
  return {
    begin(): void {
      for (const job of jobs)
        if (job.isDue && !begun.has(job)) begun.set(job, Promise.resolve(job).then(work));
    },
    ended: () => Promise.all(begun.values()),
  };
}

/**
 * Handles jobs that report their next due moment. One query reads all these moments, so a tick without work
 * costs one query.
 */
function idleJobs(clock: Clock, log: Log, { readDues, limitMs, record }: typeof defaults) {
  let asking: Promise<void> | undefined;
  const has = (job: Job): boolean => readDues !== undefined && job.isIdleUntilDue === true;

  /** Returns the jobs that have work now; all jobs if the query fails. */
  async function findDue(jobs: Job[]): Promise<Job[]> {
    try {
      const dues = await withTimeout(readDues!(jobs), { ms: limitMs, what: 'asking what is due' });
      const due = new Set(jobs.filter((_, nth) => (dues[nth] ?? NEVER) <= clock.now()));
      for (const job of jobs) if (!due.has(job)) record?.rests(job.name);
      return [...due];
    } catch (error) {
      logFailure(log, error);
      return jobs;
    }
  }

  return {
    areAsked: (job: Job): boolean => asking !== undefined && has(job),
    /** Begins the other jobs at once, and the idle jobs as soon as they are known to be due. */
    wake(jobs: Job[], begin: (these: Job[]) => void): void {
      begin(jobs.filter((job) => !has(job)));
      const idle = jobs.filter(has);
      if (idle.length === 0) return;
      asking = findDue(idle)
        .then(begin)
        .finally(() => (asking = undefined));
    },
    answered: () => asking,
  };
}

const NEVER = new Date(8.64e15);

/**
 * Runs each job every `everyMs`: a few at once, but never two runs of the same job. A job that fails, hangs
 * or takes long does not delay any other.
 */
export function createTicker(jobs: Job[], clock: Clock, log: Log, options: Options = {}): Ticker {
  const settings = { ...defaults, ...options };
  const runs = new Map<Job, Run>();
  const waiting = new Set<Job>();
  const isTime = paceOf(settings);
  const idle = idleJobs(clock, log, settings);
  let [free, held, stopped] = [settings.parallel, false, false];
  let timer: NodeJS.Timeout | undefined;
  const inTurn = turns();
  const lone = loneWork(jobs, clock, log, (job) => quietly('freed', () => runToEnd(job)));

  function run(job: Job): Run {
    const started = begin(job, clock.now(), log, settings);
    runs.set(job, started);
    void started.ended.then(() => runs.delete(job));
    return started;
  }

  /** Begins waiting jobs and the given ones, up to the limit of jobs that run at once. */
  function next(these: Job[] = []): void {
    for (const job of these) waiting.add(job);
    for (const job of waiting) {
      if (held || stopped || free === 0) return;
      waiting.delete(job);
      free--;
      void run(job).freed.then(() => {
        free++;
        next();
      });
    }
  }

  function wake(): void {
    lone.begin();
    const mayBegin = (job: Job) => !job.isDue && !runs.has(job) && !idle.areAsked(job) && isTime(job);
    idle.wake(jobs.filter(mayBegin), next);
  }

  /**
   * Runs the steps once the running jobs have ended (or, for 'freed', have exceeded their time limit). No job
   * begins until the steps are done.
   */
  const quietly = <T>(when: 'ended' | 'freed', steps: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      held = true;
      try {
        await Promise.all([...runs.values()].map((one) => one[when]));
        return await steps();
      } finally {
        held = false;
      }
    });

  async function runToEnd(job: Job): Promise<void> {
    if (!stopped) await run(job).ended;
  }

  return {
    start() {
      timer = setInterval(wake, settings.everyMs).unref();
    },
    alone: (steps) => quietly('ended', () => steps(runToEnd)),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await endAll([...runs.values()], settings.graceMs);
      await Promise.all([idle.answered(), lone.ended()]);
    },
  };
}
