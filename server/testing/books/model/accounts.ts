import { least, wholeCents } from '../money.ts';
import type { Books } from './books.ts';

/** Books money for a closed account: whole cents go to suspense, fractions of a cent to the platform. */
function sweep(books: Books, person: string, amount: bigint): void {
  const kept = wholeCents(amount);
  books.keptFor.set(person, (books.keptFor.get(person) ?? 0n) + kept);
  books.outside.platform_suspense += kept;
  books.outside.platform_rounding += amount - kept;
}

/** Takes up to an amount from a closed account's suspense; the remainder is put there again. */
export function reclaimSuspense(books: Books, person: string, amount: bigint): bigint {
  const all = books.keptFor.get(person) ?? 0n;
  books.keptFor.set(person, 0n);
  books.outside.platform_suspense -= all;
  const taken = least(all, amount);
  sweep(books, person, all - taken);
  return taken;
}

/** Adds money to a host's balance, or to suspense if the account is closed. */
export function creditHost(books: Books, hostId: string, amount: bigint): void {
  const host = books.hosts.get(hostId)!;
  if (host.closed) sweep(books, hostId, amount);
  else host.balance += amount;
}

/**
 * Takes up to an amount from a host's balance, or from suspense if the account is closed; returns the sum
 * taken.
 */
export function debitHost(books: Books, hostId: string, amount: bigint): bigint {
  const host = books.hosts.get(hostId)!;
  if (host.closed) return reclaimSuspense(books, hostId, amount);
  const taken = least(host.balance, amount);
  host.balance -= taken;
  return taken;
}

/**
 * Takes an amount from a host as far as there is money, and books the remainder as the platform's loss.
 * Returns both parts.
 */
export function takeFromHost(
  books: Books,
  hostId: string,
  amount: bigint,
): { fromHost: bigint; loss: bigint } {
  const fromHost = debitHost(books, hostId, amount);
  books.outside.platform_loss -= amount - fromHost;
  return { fromHost, loss: amount - fromHost };
}

/**
 * Books returned money of a clipper. The debt is paid first. The remainder becomes available, or goes to
 * suspense if the account is closed.
 */
export function creditClipper(books: Books, clipperId: string, amount: bigint): void {
  const clipper = books.clippers.get(clipperId)!;
  const debt = least(clipper.owed, amount);
  clipper.owed -= debt;
  if (clipper.closed) sweep(books, clipperId, amount - debt);
  else clipper.available += amount - debt;
}
