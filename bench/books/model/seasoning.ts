import { least, positive, sum, usd, wholeCents } from '../money.ts';
import type { Books, DepositBook } from './books.ts';

const SEASONING_MS = 14 * 86_400_000;
/** The amount of recent payments by a known card that counts as seasoned at once. */
const CARD_CAP = usd(1_000);

const isOld = (date: Date, at: Date): boolean => at.getTime() - date.getTime() >= SEASONING_MS;

/**
 * A host's card deposits, oldest first. All of them are treated as payments by one card, because the bench
 * pays with a single card number. Another host's deposits by that number don't make the card known for this
 * host.
 */
const byCard = (books: Books, hostId: string): (DepositBook & { confirmedAt: Date })[] =>
  [...books.deposits.values()]
    .flatMap((one) => (one.confirmedAt ? [{ ...one, confirmedAt: one.confirmedAt }] : []))
    .filter((one) => one.hostId === hostId && one.rail === 'stripe')
    .sort((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());

/**
 * Returns the unseasoned part of each deposit of the last 14 days, newest first: all of it while the card is
 * new, and later the part above the cap.
 */
function waitingParts(books: Books, hostId: string, at: Date): { since: Date; waits: bigint }[] {
  const deposits = byCard(books, hostId);
  const first = deposits.find(({ state }) => state === 'confirmed');
  const isKnown = first !== undefined && isOld(first.confirmedAt, at);
  let before = 0n;
  const parts = deposits
    .filter(({ confirmedAt }) => !isOld(confirmedAt, at))
    .map(({ amount, confirmedAt }) => {
      const good = isKnown ? positive(CARD_CAP - before) : 0n;
      before += amount;
      return { since: confirmedAt, waits: positive(amount - good) };
    });
  return parts.reverse();
}

/**
 * Returns the part of a clipper's released earnings that unseasoned deposits may have paid. No deposited
 * dollar counts twice.
 */
function unseasonedOf(books: Books, clipperId: string, hostId: string, at: Date): bigint {
  const steps = [...books.clips.values()]
    .filter((clip) => clip.clipperId === clipperId && books.listings.get(clip.listingId)!.hostId === hostId)
    .flatMap((clip) => clip.steps.filter(({ state }) => state === 'released'));
  let waits = 0n;
  for (const part of waitingParts(books, hostId, at)) {
    const earned = sum(steps.filter((step) => step.at >= part.since).map(({ amount }) => amount));
    waits += least(part.waits, positive(earned - waits));
  }
  return waits;
}

/**
 * Returns the part of the available balance that a bank could still withdraw, so it can't be paid out yet.
 */
export const unseasoned = (books: Books, clipperId: string, at: Date): bigint =>
  sum([...books.hosts.keys()].map((hostId) => unseasonedOf(books, clipperId, hostId, at)));

/** Returns the whole cents that can be paid out; zero while the clipper has a debt or the address is new. */
export function canLeave(books: Books, clipperId: string, at: Date): bigint {
  const { available, owed, addressUsableAt } = books.clippers.get(clipperId)!;
  return owed > 0n || addressUsableAt > at
    ? 0n
    : wholeCents(positive(available - unseasoned(books, clipperId, at)));
}
