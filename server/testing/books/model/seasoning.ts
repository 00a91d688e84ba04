import { least, positive, sum, usd, wholeCents } from '../money.ts';
import type { Books, DepositBook } from './books.ts';

const SEASONING_MS = 14 * 86_400_000;
/** The amount of recent payments by a known card that counts as seasoned at once. */
const CARD_CAP = usd(1_000);

/** The part of a deposit that payouts may not include, and the earnings that the deposit can have paid. */
interface Waiting {
  since: Date;
  /** When a bank questioned the deposit, which then pays nothing more; null if none did. */
  until: Date | null;
  waits: bigint;
}

/** A host's card deposits, oldest first. */
const byCard = (books: Books, hostId: string): (DepositBook & { confirmedAt: Date })[] =>
  [...books.deposits.values()]
    .flatMap((one) => (one.confirmedAt ? [{ ...one, confirmedAt: one.confirmedAt }] : []))
    .filter((one) => one.hostId === hostId && one.rail === 'stripe')
    .sort((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime() || (a.id < b.id ? -1 : 1));

/**
 * Returns the unseasoned part of each deposit of the last 14 days, newest first: all of it while the card is
 * new, and later the part above the cap. A deposit that a bank questioned in its first 14 days keeps waiting.
 * Another host's deposits by the same card don't make it known for this host.
 */
function waitingParts(books: Books, hostId: string, at: Date): Waiting[] {
  const deposits = byCard(books, hostId);
  const limit = at.getTime() - SEASONING_MS;
  const before = new Map<string, bigint>();
  const parts = deposits
    .filter(({ confirmedAt, questionedAt }) => questionedAt || confirmedAt.getTime() > limit)
    .map(({ card, amount, confirmedAt, questionedAt }) => {
      const oldEnough = questionedAt ? questionedAt.getTime() - SEASONING_MS : limit;
      const isKnown = deposits.some(
        (one) => one.card === card && one.state === 'confirmed' && one.confirmedAt.getTime() <= oldEnough,
      );
      const spent = before.get(card!) ?? 0n;
      before.set(card!, spent + amount);
      const good = isKnown ? positive(CARD_CAP - spent) : 0n;
      return { since: confirmedAt, until: questionedAt, waits: positive(amount - good) };
    });
  return parts.reverse();
}

/**
 * Returns the part of a clipper's released earnings that unseasoned deposits may have paid. The newest
 * deposit is assigned the newest earnings, and no dollar counts twice.
 */
function unseasonedOf(books: Books, clipperId: string, hostId: string, at: Date): bigint {
  const steps = [...books.clips.values()]
    .filter((clip) => clip.clipperId === clipperId && books.listings.get(clip.listingId)!.hostId === hostId)
    .flatMap((clip) => clip.steps.filter(({ state }) => state === 'released'))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map((step) => ({ at: step.at, open: step.amount }));
  let all = 0n;
  for (const { since, until, waits } of waitingParts(books, hostId, at)) {
    let left = waits;
    for (const step of steps.filter((one) => one.at >= since && (!until || one.at < until))) {
      const part = least(step.open, left);
      step.open -= part;
      left -= part;
      all += part;
    }
  }
  return all;
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
