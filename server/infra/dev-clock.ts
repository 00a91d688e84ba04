import { MINUTE, MovableClock } from './clock.ts';
import type { Dues, ReadDues } from './dues.ts';
import type { Job } from './tick.ts';
import type { Database } from './transaction.ts';

const MAX_STEPS = 5_000;

/**
 * The clock of a server with dev tools, advanced as far as before the restart, so that time never runs
 * backwards.
 */
export async function openDevClock(db: Database): Promise<MovableClock> {
  const row = await db.selectFrom('dev_clock').select('offset_ms').executeTakeFirst();
  return new MovableClock({ offsetMs: Number(row?.offset_ms ?? 0n) });
}

export async function rememberDevClock(db: Database, clock: MovableClock): Promise<void> {
  const offset_ms = BigInt(Math.round(clock.offsetMs));
  await db
    .insertInto('dev_clock')
    .values({ offset_ms })
    .onConflict((oc) => oc.column('only_row').doUpdateSet({ offset_ms }))
    .execute();
}

interface Passage {
  clock: MovableClock;
  jobs: Job[];
  run(job: Job): Promise<void>;
  readDues: ReadDues;
  /** Called whenever the clock has moved. */
  moved(): Promise<void>;
  /** The shortest time between two stops, in milliseconds; a minute when absent. */
  leastStepMs?: number | undefined;
}

/**
 * Moves the clock to each moment at which a job becomes due and runs the jobs there in order. A jump of days
 * thus leaves the same history as days that passed. A longer `leastStepMs` imitates a busy server: work that
 * became due within a step is done at its end. The first step is at least a minute, so that a job that pauses
 * for some seconds completes the work due before the jump. Returns the number of stops.
 */
export async function passTime(
  ms: number,
  { clock, jobs: all, run, readDues, moved, leastStepMs = MINUTE }: Passage,
): Promise<number> {
  const jobs = all.filter((job) => !job.followsRealTime);
  const target = clock.now().getTime() + ms;
  const round = { jobs, run, readDues, now: () => clock.now() };
  let dues = await runDue(round, await readDues(jobs));
  for (let steps = 1; ; steps++) {
    const at = clock.now().getTime();
    // Work that is still due after its jobs ran could not be done. These moments are skipped; otherwise the
    // clock would not move.
    const ahead = dues.map((due) => due?.getTime() ?? target).filter((due) => due > at);
    const least = steps === 1 ? MINUTE : leastStepMs;
    clock.advance(Math.max(Math.min(...ahead, target) - at, Math.min(least, target - at)));
    await moved();
    dues = await runDue(round, dues);
    if (clock.now().getTime() >= target || steps === MAX_STEPS) return steps;
  }
}

type Round = Pick<Passage, 'jobs' | 'run' | 'readDues'> & { now: () => Date };

/**
 * Runs every job, except those that said at the last stop that they are idle until a later moment. If an idle
 * job gets work from this round's jobs, it runs too, followed by the jobs after it. Resolves with each job's
 * next due moment.
 */
async function runDue({ jobs, run, readDues, now }: Round, before: Dues): Promise<Dues> {
  const done = new Set<Job>();
  for (let dues = before, again = false; ; again = true, dues = await readDues(jobs)) {
    const isWaiting = (job: Job, nth: number) => {
      const due = dues[nth];
      return job.isIdleUntilDue === true && (done.has(job) || !due || due > now());
    };
    const first = jobs.findIndex((job, nth) => !isWaiting(job, nth) && (!again || job.isIdleUntilDue));
    if (first === -1) {
      if (again) return dues;
      continue;
    }
    for (const [nth, job] of jobs.entries()) {
      if (nth < first || isWaiting(job, nth)) continue;
      await run(job);
      done.add(job);
    }
  }
}
