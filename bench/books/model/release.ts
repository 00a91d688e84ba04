import { least } from '../money.ts';
import {
  type Books,
  type ClipBook,
  clipsOf,
  isFrozen,
  paidViewsOf,
  pendingOf,
  perView,
  type Step,
} from './books.ts';

const HOUR = 3_600_000;
const RECHECK_HOURS = 72;
/** A middling score that nobody decides on. */
const REVIEW_DAYS = 7;
const ENOUGH = { snapshots: 6, hours: 24, views: 1_000 };

/** Less than this is never called clean, and only what is clean is released. */
function hasEnoughData({ earlier, snapshots }: ClipBook, at: Date): boolean {
  const known = [...earlier, ...snapshots].filter((one) => one.at <= at);
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

/** Counted no further. */
export const isOver = (clip: ClipBook): boolean => clip.stoppedAt !== null || isRechecked(clip);

/**
 * Closes clips that nothing changes any more: counted to the end, nothing pending, and paid all they are to be, or as far
 * as the budget of a listing goes that takes no more.
 */
export function finish(books: Books, wantedOf: (clip: ClipBook) => number): void {
  const canFinish = (clip: ClipBook) =>
    clip.status === 'approved' && !isContested(clip) && !isFrozen(books, clip) && isOver(clip);
  for (const clip of books.clips.values()) {
    if (clip.finished || !canFinish(clip) || pendingOf(clip) > 0n || clip.reserved > 0n) continue;
    clip.finished = paidViewsOf(clip) >= wantedOf(clip) || isUsedUp(books, clip);
  }
}

/** No money can come to the listing any more, and what it has pays for no view. */
function isUsedUp(books: Books, clip: ClipBook): boolean {
  const { id, state, free } = books.listings.get(clip.listingId)!;
  if (state === 'settled' || state === 'removed') return true;
  const canFree = (one: ClipBook) =>
    !one.finished && one.approvedAt && (!isOver(one) || one.reserved > 0n || isContested(one));
  return state === 'ended' && free < perView(clip.terms) && !clipsOf(books, id).some(canFree);
}

/**
 * Whether a step becomes available now. What needs a review that nobody makes waits a week longer. The last earnings of a
 * window, whose time is over after its end, wait for the recheck; so does what was never enough data to be called clean.
 * While views are contested nothing of the clip is clean.
 */
function mayRelease(books: Books, clip: ClipBook, step: Step, at: Date): boolean {
  if (step.state !== 'pending' || isContested(clip) || isFrozen(books, clip)) return false;
  const due = new Date(step.due.getTime() + (clip.needsReview ? REVIEW_DAYS * 24 * HOUR : 0));
  if (due > at) return false;
  return isOver(clip) || (hasEnoughData(clip, at) && due < clip.windowEnd!);
}

/** Pending money whose time is over becomes available; a debt is paid first. */
export function releaseDue(books: Books, at: Date): void {
  for (const clip of books.clips.values())
    for (const step of clip.steps.filter((one) => mayRelease(books, clip, one, at)))
      release(books, clip, step, at);
}

export function release(books: Books, { clipperId }: ClipBook, step: Step, at: Date): void {
  const clipper = books.clippers.get(clipperId)!;
  step.state = 'released';
  step.releasedAt = at;
  const debt = least(clipper.owed, step.amount);
  clipper.owed -= debt;
  clipper.available += step.amount - debt;
}
