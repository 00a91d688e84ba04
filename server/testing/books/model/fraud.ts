import { least } from '../money.ts';
import { creditClipper, reclaimSuspense } from './accounts.ts';
import { type Books, type ClipBook, type Hold, paidViewsOf, perView } from './books.ts';
import { enterHold } from './holds.ts';
import { wantedViews } from './settle.ts';

export interface TakenBack {
  /** The part that was taken from pending and available balances. */
  taken: bigint;
  /** The part that was already paid out. */
  owed: bigint;
}

/** Cancels requested payouts that are not being sent yet. */
function cancelWaiting(books: Books, clipperId: string): void {
  for (const payout of books.payouts.values()) {
    if (payout.clipperId !== clipperId || payout.state !== 'requested') continue;
    payout.state = 'canceled';
    creditClipper(books, clipperId, payout.amount);
  }
}

/** Excludes bought views permanently. The money paid for them returns to the listing, newest first. */
export function upholdFraud(
  books: Books,
  clip: ClipBook,
  hold: Pick<Hold, 'nth' | 'from' | 'to'>,
  at: Date,
): TakenBack {
  cancelWaiting(books, clip.clipperId);
  books.clippers.get(clip.clipperId)!.hadFraud = true;
  enterHold(clip, { ...hold, state: 'upheld', isByReviewer: true });
  clip.changedAt = at;
  const listing = books.listings.get(clip.listingId)!;
  const clipper = books.clippers.get(clip.clipperId)!;
  const found: TakenBack = { taken: 0n, owed: 0n };
  let released = 0n;
  let over = paidViewsOf(clip) - wantedViews(books, clip).now;
  for (const step of [...clip.steps].reverse()) {
    if (over <= 0) break;
    if (step.state !== 'pending' && step.state !== 'released') continue;
    const views = Math.min(over, step.views);
    const amount = BigInt(views) * perView(clip.terms);
    if (step.state === 'released') released += amount;
    found.taken += amount;
    const state = step.state === 'pending' ? 'reversed' : 'taken_back';
    if (views < step.views) {
      step.views -= views;
      step.amount -= amount;
      clip.steps.splice(clip.steps.indexOf(step) + 1, 0, { ...step, views, amount, state });
    } else step.state = state;
    listing.free += amount;
    over -= views;
  }
  const atHand = clipper.closed
    ? reclaimSuspense(books, clipper.id, released)
    : least(released, clipper.available);
  if (!clipper.closed) clipper.available -= atHand;
  clipper.owed += released - atHand;
  found.taken -= released - atHand;
  found.owed += released - atHand;
  return found;
}
