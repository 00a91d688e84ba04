import { postedBefore } from './actions/posted.ts';
import { fewAtOnce } from './few-at-once.ts';
import { isOver } from './model/release.ts';
import type { AdminSubmissionRow, ClipShown } from './shown.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The hours between counts by the age of a post. Each post is dense in its first days, because its views jump. */
const CADENCE = [
  { untilAge: 60, every: 0.5 },
  { untilAge: 72, every: 1 },
  { untilAge: Infinity, every: 6 },
];

/** Observes all clips after each of their counts while the clock moves. */
export function watchClips(w: World): void {
  w.stage.watch = { untilStop: (now) => untilCount(w, now), look: (now) => observe(w, now) };
}

/** Returns the minutes until the next count of an approved clip. */
function untilCount({ books }: World, now: Date): number {
  const waits = [...books.clips.values()]
    .filter((clip) => clip.status === 'approved' && !isOver(clip))
    .map(({ submittedAt }) => {
      const age = now.getTime() - postedBefore(submittedAt).getTime();
      const every = CADENCE.find(({ untilAge }) => age < untilAge * HOUR)!.every * HOUR;
      return every - (age % every);
    });
  return Math.ceil(Math.min(...waits) / MINUTE);
}

/**
 * Reads the verdicts of all approved clips and the ranges of open holds. A later count can change both, and pages
 * show only the newest.
 */
async function observe(w: World, at: Date): Promise<void> {
  const admin = await w.stage.admin();
  const rows = await admin.rows<AdminSubmissionRow>('/api/admin/submissions?status=approved');
  const own = rows.filter(({ id }) => w.books.clips.has(id));
  await fewAtOnce(own, async ({ id, verdict: { band, score, fraudHoldState } }) => {
    const isOpen = fraudHoldState === 'open' || fraudHoldState === 'escalated';
    const holds = isOpen ? (await admin.read<ClipShown>(`/api/clips/${id}`)).holds : null;
    const seen = w.observed.get(id) ?? [];
    seen.push({ at, band, score, holds });
    w.observed.set(id, seen);
  });
}
