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

interface Passage {
  clock: MovableClock;
  jobs: Job[];
  /** Runs one job to its end. */
  run(job: Job): Promise<void>;
  /** Happens whenever the clock was moved. */
  moved(): Promise<void>;
}

/**
 * Moves the clock through every moment at which something becomes due and runs every job there, in the jobs' order, so that a
 * jump of days leaves the same history as days that passed. Asking a job whether it is due costs as much as a run that finds
 * nothing, so none is skipped. Returns the number of stops.
 */
export async function passTime(ms: number, { clock, jobs, run, moved }: Passage): Promise<number> {
  const target = clock.now().getTime() + ms;
  const runAll = async () => {
    for (const job of jobs) await run(job);
  };
  await runAll();
  for (let steps = 1; ; steps++) {
    const now = clock.now().getTime();
    const dues = await Promise.all(jobs.map((job) => job.nextDueAt?.()));
    // What is still due after a round could not be done; it does not hold up time.
    const ahead = dues.map((due) => due?.getTime() ?? target).filter((due) => due > now);
    clock.advance(Math.max(Math.min(...ahead, target) - now, Math.min(MINUTE, target - now)));
    await moved();
    await runAll();
    if (clock.now().getTime() >= target || steps === MAX_STEPS) return steps;
  }
}
