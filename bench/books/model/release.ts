import { least } from '../money.ts';
import type { Books, ClipBook, Step } from './books.ts';

const HOUR = 3_600_000;
const RECHECK_HOURS = 72;
const ENOUGH = { snapshots: 6, hours: 24, views: 1_000 };

/** Less than this is never called clean, and only what is clean is released. */
function hasEnoughData({ snapshots }: ClipBook, at: Date): boolean {
  const known = snapshots.filter((one) => one.at <= at);
  if (known.length < ENOUGH.snapshots) return false;
  const [first, last] = [known[0]!, known.at(-1)!];
  return last.at.getTime() - first.at.getTime() >= ENOUGH.hours * HOUR && last.views >= ENOUGH.views;
}

export const recheckDue = (clip: ClipBook): Date | null =>
  clip.windowEnd && new Date(clip.windowEnd.getTime() + RECHECK_HOURS * HOUR);

/** Its window is over, and it was counted once more 72 hours later: nothing changes any more. */
function isRechecked(clip: ClipBook): boolean {
  const due = recheckDue(clip);
  return due !== null && clip.snapshots.some(({ at }) => at >= due);
}

const isContested = ({ hold, appealed }: ClipBook): boolean =>
  hold?.state === 'open' || hold?.state === 'escalated' || appealed;

/** Closes clips that nothing changes any more; what was reserved for them is free again with the next settlement. */
export function finish(books: Books): void {
  for (const clip of books.clips.values())
    if (clip.status === 'approved' && !clip.finished && !isContested(clip) && isRechecked(clip))
      clip.finished = true;
}

/**
 * Whether a step becomes available now. The last earnings of a window, whose time is over after its end, wait for the
 * recheck; so does what was never enough data to be called clean. While views are contested nothing of the clip is clean.
 */
function mayRelease(clip: ClipBook, step: Step, at: Date): boolean {
  if (step.state !== 'held' || step.due > at) return false;
  if (isContested(clip)) return false;
  if (clip.stoppedAt || clip.finished || isRechecked(clip)) return true;
  return hasEnoughData(clip, at) && step.due < clip.windowEnd!;
}

/** Pending money whose time is over becomes available; a debt is paid first. */
export function releaseDue(books: Books, at: Date): void {
  for (const clip of books.clips.values()) {
    const clipper = books.clippers.get(clip.clipperId)!;
    for (const step of clip.steps.filter((one) => mayRelease(clip, one, at))) {
      step.state = 'released';
      const debt = least(clipper.owed, step.amount);
      clipper.owed -= debt;
      clipper.available += step.amount - debt;
    }
  }
}
