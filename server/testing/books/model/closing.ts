import { wholeCents } from '../money.ts';
import type { Books } from './books.ts';
import { startPayout } from './payouts.ts';

/** Pays out every whole cent; the remaining fraction is booked as rounding. */
export function closeClipper(books: Books, clipperId: string, payoutId: string): void {
  const clipper = books.clippers.get(clipperId)!;
  const amount = wholeCents(clipper.available);
  if (amount > 0n) startPayout(books, { id: payoutId, clipperId, amount, cause: 'closing', rail: 'paypal' });
  books.outside.platform_rounding += clipper.available;
  clipper.available = 0n;
  clipper.closed = true;
}
