import { least, positive, sum, usd, wholeCents } from '../money.ts';
import type { Books, DepositBook } from './books.ts';

const SEASONING_MS = 14 * 86_400_000;
/** So much of what a known card paid in that time is good at once. */
const CARD_CAP = usd(1_000);

const isOld = (date: Date, at: Date): boolean => at.getTime() - date.getTime() >= SEASONING_MS;

/** Everybody here pays by the same card, which each host is known by for themselves. */
const byCard = (books: Books, hostId: string): (DepositBook & { confirmedAt: Date })[] =>
  [...books.deposits.values()]
    .flatMap((one) => (one.confirmedAt ? [{ ...one, confirmedAt: one.confirmedAt }] : []))
    .filter((one) => one.hostId === hostId && one.rail === 'stripe')
    .sort((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());

/**
 * Of each deposit of the last 14 days, what waits: all of it until the card's first that no bank questions is that old, then
 * what is above the cap. The newest comes first in the answer.
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

/** What a host's waiting deposits may have paid a clipper: released, and earned since they came in; no dollar twice. */
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

/** What of a clipper's available money a bank may still take back from the platform: it leaves later. */
export const unseasoned = (books: Books, clipperId: string, at: Date): bigint =>
  sum([...books.hosts.keys()].map((hostId) => unseasonedOf(books, clipperId, hostId, at)));

/** Whole cents; nothing leaves to somebody who owes, or to an address that is too new. */
export function canLeave(books: Books, clipperId: string, at: Date): bigint {
  const { available, owed, addressUsableAt } = books.clippers.get(clipperId)!;
  return owed > 0n || addressUsableAt > at
    ? 0n
    : wholeCents(positive(available - unseasoned(books, clipperId, at)));
}
