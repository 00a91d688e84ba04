import { least, positive, wholeCents } from '../money.ts';
import { creditHost, takeFromHost } from './accounts.ts';
import type { Books, DepositBook } from './books.ts';

const clearing = { test: 'clearing_test', bank: 'clearing_bank', stripe: 'clearing_stripe' } as const;

type Announced = Pick<DepositBook, 'id' | 'hostId' | 'rail' | 'amount'> &
  Partial<Pick<DepositBook, 'card' | 'refundsFail'>>;

export function askForDeposit(books: Books, deposit: Announced): DepositBook {
  const made: DepositBook = {
    card: null,
    refundsFail: false,
    ...deposit,
    state: 'created',
    confirmedAt: null,
    questionedAt: null,
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
  creditHost(books, deposit.hostId, deposit.amount);
  if (deposit.rail === 'stripe') chargeFee(books, deposit);
}

const CENT = 10_000n;
const DEBIT_FEE_MOST = 500n;

/**
 * Books Stripe's fee as the platform's expense: 2.9% and 30 cents of a card payment, 0.8% and at most $5.00
 * of a bank debit.
 */
function chargeFee(books: Books, { amount, card }: DepositBook): void {
  const cents = amount / CENT;
  const fee = card?.startsWith('debit')
    ? least((cents * 8n + 500n) / 1_000n, DEBIT_FEE_MOST)
    : (cents * 29n + 500n) / 1_000n + 30n;
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

/**
 * Takes a refund from the balance, before it is requested from the bank or processor. If the refund was made
 * at the processor, the part that the host has spent is a loss.
 */
export function startRefund(books: Books, deposit: DepositBook, amount: bigint) {
  deposit.refunded += amount;
  books.outside[clearing[deposit.rail]] += amount;
  return takeFromHost(books, deposit.hostId, amount);
}

/** Returns each part of a failed refund to the account from which it was taken. */
export function failRefund(
  books: Books,
  deposit: DepositBook,
  { fromHost, loss }: { fromHost: bigint; loss: bigint },
): void {
  deposit.refunded -= fromHost + loss;
  creditHost(books, deposit.hostId, fromHost);
  books.outside.platform_loss += loss;
  books.outside[clearing[deposit.rail]] -= fromHost + loss;
}
