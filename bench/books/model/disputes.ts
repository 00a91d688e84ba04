import { least } from '../money.ts';
import type { Books, DepositBook } from './books.ts';

/** What the card processor keeps for a dispute, and gives back when it is won: $15.00 at the simulator. */
const DISPUTE_FEE = 15_000_000n;

/** A bank takes a payment back: from the balance as far as it goes, the rest is a loss; what the host has is frozen. */
export function openDispute(books: Books, deposit: DepositBook, at: Date): void {
  const host = books.hosts.get(deposit.hostId)!;
  const amount = deposit.amount - deposit.refunded;
  const fromHost = least(host.balance, amount);
  deposit.state = 'disputed';
  deposit.taken = { fromHost, loss: amount - fromHost };
  host.balance -= fromHost;
  host.frozen = true;
  books.outside.platform_loss -= amount - fromHost;
  books.outside.clearing_stripe += amount + DISPUTE_FEE;
  books.outside.platform_processor_fees -= DISPUTE_FEE;
  for (const listing of books.listings.values()) {
    if (listing.hostId !== host.id || listing.state !== 'active') continue;
    listing.state = 'paused';
    listing.pausedBy = 'disputed';
    listing.changedAt = at;
  }
}

/** Each part goes back to where it came from. */
export function winDispute(books: Books, deposit: DepositBook): void {
  const { fromHost, loss } = deposit.taken!;
  deposit.state = 'confirmed';
  deposit.taken = null;
  const host = books.hosts.get(deposit.hostId)!;
  host.balance += fromHost;
  books.outside.platform_loss += loss;
  books.outside.clearing_stripe -= fromHost + loss + DISPUTE_FEE;
  books.outside.platform_processor_fees += DISPUTE_FEE;
  host.frozen = isQuestioned(books, host.id);
}

/** The bank keeps the money; the host stays frozen until an admin has looked. */
export function loseDispute(deposit: DepositBook): void {
  deposit.state = 'charged_back';
  deposit.isLiftable = true;
}

/** An admin lets the host spend again. */
export function liftFreeze(books: Books, deposit: DepositBook): void {
  deposit.isLiftable = false;
  books.hosts.get(deposit.hostId)!.frozen = isQuestioned(books, deposit.hostId);
}

const isQuestioned = (books: Books, hostId: string): boolean =>
  [...books.deposits.values()].some(
    (one) => one.hostId === hostId && (one.state === 'disputed' || one.isLiftable === true),
  );

/** While a bank has not decided, nobody earns from that host's listings. */
export const earningsWait = (books: Books, hostId: string): boolean =>
  [...books.deposits.values()].some((one) => one.hostId === hostId && one.state === 'disputed');
