import { formatUsdExact, type Micros, micros, microsPerView, ZERO_MICROS } from './money.ts';

export interface Terms {
  rateCentsPerMille: number;
  minViews: number;
  maxPayoutMicros: Micros | null;
}

/** What so many eligible views earn by the terms of a clip: nothing under the minimum, whole views up to the maximum. */
export function worthOf(
  eligibleViews: number,
  { rateCentsPerMille, minViews, maxPayoutMicros }: Terms,
): Micros {
  if (eligibleViews < minViews) return ZERO_MICROS;
  const perView = microsPerView(rateCentsPerMille);
  const most = maxPayoutMicros === null ? null : maxPayoutMicros / perView;
  const views = BigInt(eligibleViews);
  return micros((most !== null && most < views ? most : views) * perView);
}

/** The same up to the free budget of the listing: what a clip with so many verified views earns now. */
export function earnsAt(views: number, terms: Terms & { freeMicros: Micros }): Micros {
  const [worth, perView] = [worthOf(views, terms), microsPerView(terms.rateCentsPerMille)];
  const affordable = (terms.freeMicros / perView) * perView;
  return micros(worth < affordable ? worth : affordable);
}

export interface Earning {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  earnedMicros: Micros;
  /** What today's count is worth by the clip's terms. */
  worthMicros: Micros;
  /** What the listing's budget can't pay; null while it pays all. */
  budgetSpent: { amountMicros: Micros } | null;
  /** What waits for somebody to decide on views or an appeal. */
  contestedMicros: Micros;
}

/** What a clip has earned so far, and what of its count it has not, in the words that host and clipper both read. */
export function earnedSoFar(clip: Earning): string {
  const { status, earnedMicros, worthMicros, budgetSpent, contestedMicros } = clip;
  const earned = `Earned so far: ${formatUsdExact(earnedMicros)}.`;
  const more = micros(worthMicros - earnedMicros);
  if (more <= 0n) return earned;
  if (status === 'pending')
    return `${earned} Today’s count earns ${formatUsdExact(more)} once the clip is approved.`;
  if (status !== 'approved') return earned;
  const unpaid = budgetSpent?.amountMicros ?? ZERO_MICROS;
  const waits = [
    [unpaid, 'budget, which is used up'],
    [contestedMicros, 'a decision on contested views'],
    [micros(more - unpaid - contestedMicros), 'the next settlement'],
  ] as const;
  const named = waits
    .filter(([amount]) => amount > 0n)
    .map(([amount, what]) => `${formatUsdExact(amount)} waits for ${what}`);
  return named.length === 0 ? earned : `${earned} Of today’s count ${named.join(', ')}.`;
}
