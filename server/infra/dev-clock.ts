import { MINUTE, MovableClock } from './clock.ts';
import type { Dues, ReadDues } from './dues.ts';
import type { Job } from './tick.ts';
import type { Database } from './transaction.ts';

const MAX_STEPS = 5_000;

/** The clock of a server with tools: as far forward as it was moved before, so that time never runs backwards. */
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
  /** Runs one job to its end. */
  run(job: Job): Promise<void>;
  readDues: ReadDues;
  /** Happens whenever the clock was moved. */
  moved(): Promise<void>;
  /** How much passes between two stops at least, in milliseconds; a minute where absent. */
  leastStepMs?: number | undefined;
}

/**
 * Moves the clock through every moment at which something becomes due and runs the jobs there, in their order, so that a jump of
 * days leaves the same history as days that passed. With a longer least step it leaves that of a server which was busy: what became
 * due within a step is done at its end. The first step is a minute at least: a job that rests for some seconds has then done
 * what was due before the jump. Returns the number of stops.
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
    // What is still due after a round could not be done; it does not hold up time.
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
 * Runs all jobs but those that are idle until a later moment, by what each said at the last stop that it waits for. Where one of these
 * got something to do meanwhile, it is run then, and after it those that follow it. Resolves with what each job waits for next.
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
