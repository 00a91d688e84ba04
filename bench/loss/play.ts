import { sql } from 'kysely';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { begin, type Stage } from './acts.ts';
import { newAgenda } from './agenda.ts';
import { giveEvidence } from './give-evidence.ts';
import type { Clip, Slot } from './people.ts';
import { type Taken, withdrawals } from './withdrawals.ts';
import { type LossWorld, START } from './world.ts';

const STEP = 30 * MINUTE;
/** Interval of the jobs that move money, and of all others. The product runs them every few seconds. */
const OFTEN = 2 * HOUR;
const LONG = 6 * HOUR;
/** Days after the last count, until its money is released. */
const LAST_DAYS = 10;

export interface Played {
  clips: Clip[];
  slots: Slot[];
  /** Clips that a person was asked about at some time. */
  asked: Set<string>;
  /** Money that payouts took, by clip and entry. */
  taken: Map<string, Taken[]>;
  /** Hours of the clock. */
  hours: number;
}

/** Plays all slots until the last clip is finished. */
export async function play(
  world: LossWorld,
  slots: Slot[],
  { days, say }: { days: number; say(line: string): void },
): Promise<Played> {
  const { clock } = world;
  const stage: Stage = { world, days, agenda: newAgenda(), clips: [], accounts: new Map() };
  const asked = new Set<string>();
  const { taken, withdrawAll } = withdrawals(world);
  for (const slot of slots) {
    // Accounts of one person post in the same hour; others at any.
    const firstAt = after(START, DAY + ((slot.group * 37) % (slot.kind.habits.gapDays * 24)) * HOUR);
    stage.agenda.add(firstAt, () => begin(stage, slot));
  }
  const isOften = every(OFTEN);
  const isLong = every(LONG);
  const isReported = every(10 * DAY);
  for (;;) {
    const stop = await nextStop(stage);
    if (!stop) break;
    clock.advance(stop.getTime() - clock.now().getTime());
    for (const act of stage.agenda.takeDue(clock.now())) await act();
    const due = { often: isOften(stop), all: isLong(stop) };
    if (due.all) await world.runJobs('all');
    else await world.runJobs(due.often ? 'often' : 'count');
    if (due.often) await noteAsked(world, asked);
    if (due.all) await withdrawAll(stage.accounts);
    if (due.all) await giveEvidence(world, stage.accounts);
    if (isReported(stop)) say(`${stop.toISOString().slice(0, 10)}: ${stage.clips.length} clips`);
  }
  for (let day = 0; day < LAST_DAYS; day++) {
    clock.advance(DAY);
    await world.runJobs('all');
    await withdrawAll(stage.accounts);
  }
  const { clips } = stage;
  return { clips, slots, asked, taken, hours: (clock.now().getTime() - START.getTime()) / HOUR };
}

/** Returns whether at least this time has passed since it last returned true. */
function every(ms: number): (now: Date) => boolean {
  let next = START;
  return (now) => {
    const isDue = now >= next;
    if (isDue) next = after(now, ms);
    return isDue;
  };
}

/** Returns the next half hour with something to do; null when everything is over. */
async function nextStop({ world: { db, clock }, agenda }: Stage): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_poll_at) as at from clip_tracking where state = 'polling'`.execute(db);
  const moments = [agenda.nextAt(), rows[0]!.at].flatMap((at) => (at ? [at.getTime()] : []));
  if (moments.length === 0) return null;
  const now = clock.now().getTime();
  // Money is released between two counts, too.
  const at = Math.min(now + LONG, Math.max(Math.min(...moments), now + 1));
  return new Date(START.getTime() + Math.ceil((at - START.getTime()) / STEP) * STEP);
}

async function noteAsked({ db }: LossWorld, asked: Set<string>): Promise<void> {
  const rows = await db
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('band', '=', 'needs_review')
    .execute();
  for (const { submission_id } of rows) asked.add(submission_id);
}
