import { least, positive, wholeCents } from '../money.ts';
import type { Books, DepositBook } from './books.ts';

const clearing = { test: 'clearing_test', bank: 'clearing_bank', stripe: 'clearing_stripe' } as const;

export function askForDeposit(
  books: Books,
  deposit: Pick<DepositBook, 'id' | 'hostId' | 'rail' | 'amount'>,
): DepositBook {
  const made: DepositBook = {
    ...deposit,
    state: 'created',
    confirmedAt: null,
    refunded: 0n,
    refundOpen: null,
    taken: null,
  };
  books.deposits.set(made.id, made);
  return made;
}

/** Credits an arrived deposit to the host's balance. */
export function confirmDeposit(books: Books, deposit: DepositBook, at: Date): void {
  deposit.state = 'confirmed';
  deposit.confirmedAt = at;
  books.outside[clearing[deposit.rail]] -= deposit.amount;
  books.hosts.get(deposit.hostId)!.balance += deposit.amount;
  if (deposit.rail === 'stripe') chargeFee(books, deposit.amount);
}

const CENT = 10_000n;

/** Books Stripe's fee of 2.9% and 30 cents as the platform's expense. */
function chargeFee(books: Books, amount: bigint): void {
  const fee = ((amount / CENT) * 29n + 500n) / 1_000n + 30n;
  books.outside.platform_processor_fees -= fee * CENT;
  books.outside.clearing_stripe += fee * CENT;
}

/**
 * Returns the unspent part of a deposit. The oldest deposits are spent first, so the remaining balance
 * belongs to the newest ones.
 */
export function unspentOf(books: Books, deposit: DepositBook): bigint {
  let left = books.hosts.get(deposit.hostId)!.balance;
  const fundingLots = [...books.deposits.values()]
    .filter(({ hostId, state }) => hostId === deposit.hostId && state === 'confirmed')
    .sort((a, b) => b.confirmedAt!.getTime() - a.confirmedAt!.getTime() || (a.id < b.id ? 1 : -1));
  for (const lot of fundingLots) {
    const unspent = least(left, lot.amount - lot.refunded);
    if (lot.id === deposit.id) return wholeCents(positive(unspent));
    left -= unspent;
  }
  return 0n;
}

/** Takes a refund from the balance, before it is requested from the bank or processor. */
export function startRefund(books: Books, deposit: DepositBook, amount: bigint): void {
  deposit.refunded += amount;
  books.hosts.get(deposit.hostId)!.balance -= amount;
  books.outside[clearing[deposit.rail]] += amount;
}

/** Credits a failed refund back to the balance. */
export function failRefund(books: Books, deposit: DepositBook, amount: bigint): void {
  deposit.refunded -= amount;
  books.hosts.get(deposit.hostId)!.balance += amount;
  books.outside[clearing[deposit.rail]] -= amount;
}
