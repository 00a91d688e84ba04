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
/** Days after which earnings of a "needs review" clip are released without a decision. */
const REVIEW_DAYS = 7;
const ENOUGH = { snapshots: 6, hours: 24, views: 1_000 };

/**
 * Whether a clip has enough data to be scored clean. Only clean clips are released before their final
 * recheck.
 */
function hasEnoughData({ earlier, snapshots }: ClipBook, at: Date): boolean {
  const known = [...earlier, ...snapshots].filter((one) => one.at <= at);
  if (known.length < ENOUGH.snapshots) return false;
  const [first, last] = [known[0]!, known.at(-1)!];
  return last.at.getTime() - first.at.getTime() >= ENOUGH.hours * HOUR && last.views >= ENOUGH.views;
}

export const recheckDue = (clip: ClipBook): Date | null =>
  clip.windowEnd && new Date(clip.windowEnd.getTime() + RECHECK_HOURS * HOUR);

/**
 * Whether the window is over and the recheck after 72 hours is done, so that counts no longer change the
 * clip's pay.
 */
function isRechecked(clip: ClipBook): boolean {
  const due = recheckDue(clip);
  return due !== null && clip.snapshots.some(({ at }) => at >= due);
}

const isContested = ({ hold, appealed }: ClipBook): boolean =>
  hold?.state === 'open' || hold?.state === 'escalated' || appealed;

/** Whether counting has stopped. */
export const isOver = (clip: ClipBook): boolean => clip.stoppedAt !== null || isRechecked(clip);

/**
 * Finishes clips whose pay is final. They are counted to the end and have nothing pending. Each is fully
 * paid, or limited by the budget of a listing that gets no more money.
 */
export function finish(books: Books, wantedOf: (clip: ClipBook) => number): void {
  const canFinish = (clip: ClipBook) =>
    clip.status === 'approved' && !isContested(clip) && !isFrozen(books, clip) && isOver(clip);
  for (const clip of books.clips.values()) {
    if (clip.finished || !canFinish(clip) || pendingOf(clip) > 0n || clip.reserved > 0n) continue;
    clip.finished = paidViewsOf(clip) >= wantedOf(clip) || isUsedUp(books, clip);
  }
}

/** Whether no more money can arrive and the listing's remainder is less than the price of a view. */
function isUsedUp(books: Books, clip: ClipBook): boolean {
  const { id, state, free } = books.listings.get(clip.listingId)!;
  if (state === 'settled' || state === 'removed') return true;
  const canFree = (one: ClipBook) =>
    !one.finished && one.approvedAt && (!isOver(one) || one.reserved > 0n || isContested(one));
  return state === 'ended' && free < perView(clip.terms) && !clipsOf(books, id).some(canFree);
}

/**
 * Whether a step is released now. A clip that needs review waits a week longer without a decision, or with a
 * high score for a person. Steps due after the end of the window, and clips with too few data to be clean,
 * wait for the final recheck. The server's releases of a clip with a hold are adopted when they were due.
 */
function mayRelease(books: Books, clip: ClipBook, step: Step, at: Date): boolean {
  const isStopped = clip.needsPerson || isContested(clip) || isFrozen(books, clip);
  if (step.state !== 'pending' || isStopped) return false;
  const due = new Date(step.due.getTime() + (clip.needsReview ? REVIEW_DAYS * 24 * HOUR : 0));
  if (due > at) return false;
  return isOver(clip) || (hasEnoughData(clip, at) && due <= clip.windowEnd!);
}

/** Releases due steps to the available balance, from which a debt is deducted first. */
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
