import { least } from '../money.ts';
import {
  type Books,
  type ClipBook,
  clipsOf,
  isFrozen,
  isHeld,
  paidViewsOf,
  pendingOf,
  perView,
  type Step,
} from './books.ts';
import { HIGH_SCORE } from './holds.ts';

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

const isContested = (clip: ClipBook): boolean => isHeld(clip) || clip.appealed;

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

/** A score that rises by no more than this shows nothing new to the person who decided on it. */
const SAME_SCORE = 9;
const isAbout = ({ verdict }: ClipBook, decided: number | null): boolean =>
  decided !== null && (verdict.score ?? 0) <= decided + SAME_SCORE;

/**
 * Returns when the verdict allows the release of a step; null if a person must decide first. An open hold with
 * a range delays only the views in it, which are not pending. A score of less than 60 waits a week for a person.
 */
function allowedAt(clip: ClipBook, { due }: Step): Date | null {
  const { hold, verdict, clearedScore, upheldScore } = clip;
  const isOutside = isHeld(clip) && hold!.to !== null && isAbout(clip, hold!.score);
  if (verdict.band === 'clean' || isAbout(clip, clearedScore)) return due;
  if (verdict.band === 'hold') return isAbout(clip, upheldScore) || isOutside ? due : null;
  if (verdict.band === 'not_enough_data') return isOver(clip) ? due : null;
  return (verdict.score ?? 0) < HIGH_SCORE ? afterReview(due) : null;
}

const afterReview = (due: Date): Date => new Date(due.getTime() + REVIEW_DAYS * 24 * HOUR);

/** Returns the times at which a step can be released without any event. */
export const releaseTimes = ({ due }: Step): Date[] => [due, afterReview(due)];

/**
 * Whether a step is released now. Steps due after the end of the window, and clips with too few data to be
 * clean, wait for the final recheck.
 */
function mayRelease(books: Books, clip: ClipBook, step: Step, at: Date): boolean {
  const isStopped = clip.appealed || isFrozen(books, clip) || (isHeld(clip) && clip.hold!.to === null);
  if (step.state !== 'pending' || isStopped) return false;
  const due = allowedAt(clip, step);
  if (due === null || due > at) return false;
  return isOver(clip) || (hasEnoughData(clip, at) && due <= clip.windowEnd!);
}

/** Releases due steps to the available balance, from which a debt is deducted first. */
export function releaseDue(books: Books, at: Date): void {
  for (const clip of books.clips.values())
    for (const step of clip.steps.filter((one) => mayRelease(books, clip, one, at)))
      release(books, clip, step, at);
}

function release(books: Books, { clipperId }: ClipBook, step: Step, at: Date): void {
  const clipper = books.clippers.get(clipperId)!;
  step.state = 'released';
  step.releasedAt = at;
  const debt = least(clipper.owed, step.amount);
  clipper.owed -= debt;
  clipper.available += step.amount - debt;
}
