import { creditHost } from './accounts.ts';
import { type Books, clipsOf, isHeld, type ListingBook, perView } from './books.ts';
import { recheckDue, releaseDue } from './release.ts';
import { settle } from './settle.ts';

const HOUR = 3_600_000;
const EXHAUSTED_VIEWS = 1_000n;

export function postListing(
  books: Books,
  listing: Omit<
    ListingBook,
    'state' | 'changedAt' | 'pausedBy' | 'funded' | 'free' | 'returned' | 'remainderFrozen'
  >,
  budget: bigint,
): void {
  books.listings.set(listing.id, {
    ...listing,
    state: 'active',
    changedAt: listing.postedAt,
    pausedBy: null,
    funded: budget,
    free: budget,
    returned: 0n,
    remainderFrozen: false,
  });
  books.hosts.get(listing.hostId)!.balance -= budget;
}

export function topUp(books: Books, listing: ListingBook, amount: bigint): void {
  books.hosts.get(listing.hostId)!.balance -= amount;
  listing.free += amount;
  listing.funded += amount;
}

/** Returns the unclaimed remainder to the host. */
export function returnRemainder(books: Books, listing: ListingBook): void {
  creditHost(books, listing.hostId, listing.free);
  listing.returned += listing.free;
  listing.free = 0n;
}

/**
 * Pauses listings that can't pay a thousand views, resumes those that can again, and ends those past their
 * end date.
 */
export function keepStates(books: Books, at: Date): void {
  for (const listing of books.listings.values()) {
    const isOpen = listing.state === 'active' || listing.state === 'paused';
    if (isOpen && listing.endsAt && listing.endsAt <= at) listing.state = 'ended';
    const isExhausted = listing.free < EXHAUSTED_VIEWS * perView(listing.terms);
    if (listing.state === 'active' && isExhausted) {
      listing.state = 'paused';
      listing.pausedBy = 'exhausted';
    } else if (listing.state === 'paused' && listing.pausedBy === 'exhausted' && !isExhausted) {
      listing.state = 'active';
      listing.pausedBy = null;
    }
    const stays = listing.remainderFrozen && !books.hosts.get(listing.hostId)!.closed;
    if (isClosed(listing) && !stays && listing.free > 0n) returnRemainder(books, listing);
  }
}

/** Pauses the host's open listings because of a ban or dispute. Afterwards the host resumes them. */
export function pauseAll(books: Books, hostId: string, why: 'banned' | 'disputed', at: Date): void {
  for (const listing of books.listings.values()) {
    const isOpen = listing.state === 'active' || listing.state === 'paused';
    if (listing.hostId !== hostId || !isOpen || listing.pausedBy === 'banned') continue;
    listing.state = 'paused';
    listing.pausedBy = why;
    listing.changedAt = at;
  }
}

export function handBack(books: Books, hostId: string, why: 'banned' | 'disputed'): void {
  for (const listing of books.listings.values())
    if (listing.hostId === hostId && listing.pausedBy === why) listing.pausedBy = 'host';
}

const isClosed = ({ state }: ListingBook): boolean => state === 'settled' || state === 'removed';

/** Whether an ended listing may settle, because every clip has its final recheck and no decision is open. */
export function maySettle(books: Books, { id }: ListingBook, at: Date): boolean {
  return clipsOf(books, id).every((clip) => {
    const isContested = isHeld(clip) || clip.appealed;
    if (clip.status === 'pending' || isContested) return false;
    return (
      clip.status !== 'approved' || clip.finished || (recheckDue(clip)?.getTime() ?? Infinity) <= at.getTime()
    );
  });
}

const APPEAL_DAYS = 7;

/** Whether an ended listing must have settled, because the time for appeals is over too. */
export function shouldBeSettled(books: Books, listing: ListingBook, now: Date): boolean {
  const early = new Date(now.getTime() - 2 * HOUR);
  if (!maySettle(books, listing, early)) return false;
  const last = clipsOf(books, listing.id).map(({ changedAt }) => changedAt.getTime());
  const quiet = Math.max(listing.changedAt.getTime(), ...last) + APPEAL_DAYS * 24 * HOUR;
  return quiet < early.getTime();
}

/**
 * Removes a listing. Its clips earn no more; pending earnings are still released. The remainder is returned,
 * unless payment fraud freezes it.
 */
export function removeListing(books: Books, listing: ListingBook, paymentFraud: boolean, at: Date): void {
  listing.state = 'removed';
  listing.changedAt = at;
  listing.pausedBy = null;
  listing.remainderFrozen = paymentFraud;
  for (const clip of clipsOf(books, listing.id)) {
    if (clip.status !== 'approved') continue;
    clip.stoppedAt ??= at;
  }
  settle(books, listing, at);
  releaseDue(books, at);
  if (!paymentFraud) returnRemainder(books, listing);
}
