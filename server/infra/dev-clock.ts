import { MINUTE, MovableClock } from './clock.ts';
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

/** What each job answered when it was asked for its next moment. */
type Answers = Map<Job, Date | null>;

interface Passage {
  clock: MovableClock;
  jobs: Job[];
  /** Runs one job to its end. */
  run(job: Job): Promise<void>;
  /** Happens whenever the clock was moved. */
  moved(): Promise<void>;
}

/**
 * Moves the clock through every moment at which something becomes due and does there what is due, in the jobs' order, so
 * that a jump of days leaves the same history as days that passed. Returns the number of stops.
 */
export async function passTime(ms: number, passage: Passage): Promise<number> {
  const { clock, jobs, run, moved } = passage;
  const target = clock.now().getTime() + ms;
  for (const job of jobs) await run(job);
  let answers: Answers = new Map();
  for (let steps = 1; ; steps++) {
    const now = clock.now().getTime();
    await Promise.all(
      jobs
        .filter((job) => !answers.has(job))
        .map(async (job) => answers.set(job, (await job.nextDueAt?.()) ?? null)),
    );
    // What is still due after a round could not be done; it does not hold up time.
    const ahead = [...answers.values()].map((due) => due?.getTime() ?? target).filter((due) => due > now);
    clock.advance(Math.max(Math.min(...ahead, target) - now, Math.min(MINUTE, target - now)));
    await moved();
    answers = await runDue(passage, answers);
    if (clock.now().getTime() >= target || steps === MAX_STEPS) return steps;
  }
}

/**
 * Runs what is due by what the jobs answered before the clock moved, or answer by now: those before a job may have given it
 * something to do. Returns what was answered since the last run, which still holds.
 */
async function runDue({ clock, jobs, run }: Passage, before: Answers): Promise<Answers> {
  const now = clock.now();
  const isDue = (due: Date | null | undefined) => Boolean(due && due <= now);
  let answers = before;
  for (const job of jobs) {
    if (job.onlyWhenDue && !isDue(before.get(job))) {
      if (!answers.has(job)) answers.set(job, (await job.nextDueAt?.()) ?? null);
      if (!isDue(answers.get(job))) continue;
    }
    await run(job);
    answers = new Map();
  }
  return answers;
}
