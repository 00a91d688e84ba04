import { least, wholeCents } from '../money.ts';
import { creditClipper, reclaimSuspense } from './accounts.ts';
import type { Books, PayoutBook } from './books.ts';

const FEE_MOST = 2_000n;
const CENT = 10_000n;

export function startPayout(
  books: Books,
  payout: Omit<PayoutBook, 'state' | 'paidAt' | 'address' | 'steered'>,
): void {
  const clipper = books.clippers.get(payout.clipperId)!;
  const sent = { state: 'requested', paidAt: null, address: clipper.address, steered: null } as const;
  books.payouts.set(payout.id, { ...payout, ...sent });
  clipper.available -= payout.amount;
}

/**
 * Returns the amount of a closed account's money that is sent again: all that is kept, less the debt, in
 * whole cents.
 */
export function freeKept(books: Books, clipperId: string): bigint {
  const clipper = books.clippers.get(clipperId)!;
  const all = reclaimSuspense(books, clipperId, books.keptFor.get(clipperId) ?? 0n);
  const debt = least(clipper.owed, all);
  clipper.owed -= debt;
  const leaving = wholeCents(all - debt);
  books.outside.platform_rounding += all - debt - leaving;
  clipper.available += leaving;
  return leaving;
}

const ADDRESS_WAIT_MS = 86_400_000;

export function changeAddress(books: Books, clipperId: string, address: string, at: Date): void {
  const addressUsableAt = new Date(at.getTime() + ADDRESS_WAIT_MS);
  Object.assign(books.clippers.get(clipperId)!, { address, addressUsableAt });
}

/** States in which PayPal has returned a payment, and the first words of addresses that lead to them. */
export const BACK = ['RETURNED', 'REFUNDED', 'REVERSED'];
const BACK_WORDS = /^(?:unclaimed|returned|refunded|reversed)\./;

/** Whether a payout was returned, also if PayPal returned it before anybody learned that it was paid. */
const isBack = ({ state, rail, address, steered }: PayoutBook): boolean =>
  state === 'returned' ||
  (state === 'failed' && rail === 'paypal' && (steered ? BACK.includes(steered) : BACK_WORDS.test(address)));

/**
 * Whether the weekly run skips the clipper, because a payment was returned and the address has not changed
 * since.
 */
export function cameBack(books: Books, clipperId: string): boolean {
  const { address } = books.clippers.get(clipperId)!;
  const sent = [...books.payouts.values()].filter((one) => one.clipperId === clipperId);
  return sent.some((one) => one.address === address && isBack(one));
}

/** Returns PayPal's fee: 2%, at most $20.00. */
const feeOf = (amount: bigint): bigint => least((wholeCents(amount) / CENT + 25n) / 50n, FEE_MOST) * CENT;

type State = PayoutBook['state'];
/** For each state, the states that may follow it. */
const next: Record<State, State[]> = {
  requested: ['processing', 'canceled'],
  processing: ['paid', 'failed', 'canceled'],
  paid: ['returned'],
  failed: [],
  canceled: [],
  returned: [],
};

/** Returns the allowed transitions from one state to another; null when there are none. */
function wayTo(from: State, to: State): State[] | null {
  if (from === to) return [];
  for (const step of next[from]) {
    const rest = wayTo(step, to);
    if (rest) return [step, ...rest];
  }
  return null;
}

/**
 * Changes a payout to the state that PayPal or an admin gave it. Returns false when no transition leads
 * there.
 */
export function followPayout(books: Books, payout: PayoutBook, to: State, at: Date): boolean {
  const way = wayTo(payout.state, to);
  for (const step of way ?? []) enter(books, payout, step, at);
  return way !== null;
}

function enter(books: Books, payout: PayoutBook, state: State, at: Date): void {
  const clearing = payout.rail === 'paypal' ? 'clearing_paypal' : 'clearing_manual';
  payout.state = state;
  if (state === 'paid') {
    payout.paidAt = at;
    books.outside[clearing] += payout.amount;
    if (payout.rail === 'paypal') {
      books.outside.platform_processor_fees -= feeOf(payout.amount);
      books.outside.clearing_paypal += feeOf(payout.amount);
    }
  }
  if (state === 'returned') books.outside[clearing] -= payout.amount;
  if (state !== 'returned' && state !== 'failed' && state !== 'canceled') return;
  creditClipper(books, payout.clipperId, payout.amount);
}
