import { least, sum } from '../money.ts';
import { creditHost, debitHost, takeFromHost } from './accounts.ts';
import { type Books, clipsOf, type DepositBook, type ListingBook } from './books.ts';
import { handBack, pauseAll } from './listings.ts';
import { settle } from './settle.ts';

/** The simulator's dispute fee, $15.00; it is returned when the dispute is won. */
const DISPUTE_FEE = 15_000_000n;

/** Deposits can be questioned with effect on payouts until they are this old. */
const SEASONING_MS = 14 * 86_400_000;

/**
 * Opens a dispute: the bank withdraws a payment, the balance covers as much as it can, the remainder is a
 * loss, and the host is frozen.
 */
export function openDispute(books: Books, deposit: DepositBook, at: Date): void {
  const host = books.hosts.get(deposit.hostId)!;
  const amount = deposit.amount - deposit.refunded;
  const isYoung = at.getTime() - deposit.confirmedAt!.getTime() < SEASONING_MS;
  deposit.state = 'disputed';
  deposit.questionedAt ??= isYoung ? at : null;
  deposit.taken = takeFromHost(books, host.id, amount);
  host.frozen = true;
  books.outside.clearing_stripe += amount + DISPUTE_FEE;
  books.outside.platform_processor_fees -= DISPUTE_FEE;
  pauseAll(books, host.id, 'disputed', at);
}

/** Returns each part of the withdrawn money to the account from which it was taken. */
export function winDispute(books: Books, deposit: DepositBook): void {
  const { fromHost, loss } = deposit.taken!;
  deposit.state = 'confirmed';
  deposit.questionedAt = null;
  deposit.taken = null;
  creditHost(books, deposit.hostId, fromHost);
  books.outside.platform_loss += loss;
  books.outside.clearing_stripe -= fromHost + loss + DISPUTE_FEE;
  books.outside.platform_processor_fees += DISPUTE_FEE;
  thaw(books, deposit.hostId);
}

/**
 * Loses a dispute. The host covers the loss from the balance, then from the listings' budgets and reserves.
 * The remaining budgets pay clips again. The host stays frozen until an admin lifts the freeze.
 */
export function loseDispute(books: Books, deposit: DepositBook, at: Date): void {
  deposit.state = 'charged_back';
  deposit.isLiftable = true;
  const { hostId, taken } = deposit;
  pauseAll(books, hostId, 'disputed', at);
  if (taken!.loss === 0n) return;
  const listings = [...books.listings.values()].filter((one) => one.hostId === hostId);
  for (const listing of listings) {
    for (const clip of clipsOf(books, listing.id)) {
      listing.free += clip.reserved;
      clip.reserved = 0n;
    }
  }
  const ofBalance = debitHost(books, hostId, taken!.loss);
  const covered = ofBalance + coverByShares(listings, taken!.loss - ofBalance);
  taken!.loss -= covered;
  taken!.fromHost += covered;
  books.outside.platform_loss += covered;
  for (const listing of listings) settle(books, listing, at);
}

/**
 * Splits the loss in proportion to the budgets. Running totals are rounded, so that the parts add up exactly.
 */
function coverByShares(listings: ListingBook[], loss: bigint): bigint {
  const inOrder = listings.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const all = sum(inOrder.map(({ free }) => free));
  const covered = least(loss, all);
  let passed = 0n;
  let taken = 0n;
  for (const listing of inOrder) {
    passed += listing.free;
    const share = all === 0n ? 0n : (covered * passed) / all - taken;
    taken += share;
    listing.free -= share;
    listing.returned += share;
  }
  return covered;
}

/** Records a fraud warning. It freezes spending only: listings stay open and clips keep earning. */
export function warnOf(books: Books, deposit: DepositBook): void {
  deposit.isLiftable = true;
  books.hosts.get(deposit.hostId)!.frozen = true;
}

/** Lifts the freeze, as an admin does. */
export function liftFreeze(books: Books, deposit: DepositBook): void {
  deposit.isLiftable = false;
  thaw(books, deposit.hostId);
}

/**
 * Ends the freeze unless another payment is disputed or has a warning. The host can then resume the listings.
 */
function thaw(books: Books, hostId: string): void {
  const host = books.hosts.get(hostId)!;
  host.frozen = isQuestioned(books, hostId);
  if (!host.frozen) handBack(books, hostId, 'disputed');
}

const isQuestioned = (books: Books, hostId: string): boolean =>
  [...books.deposits.values()].some(
    (one) => one.hostId === hostId && (one.state === 'disputed' || one.isLiftable === true),
  );
