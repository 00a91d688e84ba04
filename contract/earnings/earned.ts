import { formatUsdExact, type Micros, micros, microsPerView, ZERO_MICROS } from '#contract/money.ts';

export interface Terms {
  rateCentsPerMille: number;
  minViews: number;
  maxPayoutMicros: Micros | null;
}

/**
 * The worth of eligible views by a clip's terms: nothing below the minimum, and at most whole views up to the
 * maximum.
 */
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

/** The worth of a clip's verified views, limited to the listing's free budget: what the clip earns now. */
export function earnsAt(views: number, terms: Terms & { freeMicros: Micros }): Micros {
  const [worth, perView] = [worthOf(views, terms), microsPerView(terms.rateCentsPerMille)];
  const affordable = (terms.freeMicros / perView) * perView;
  return micros(worth < affordable ? worth : affordable);
}

export interface Earning {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  earnedMicros: Micros;
  /** The worth of today's count by the clip's terms. */
  worthMicros: Micros;
  /** The amount that the listing's budget can't pay; null while it pays all. */
  budgetSpent: { amountMicros: Micros } | null;
  /** The amount that waits for a decision on views or an appeal. */
  contestedMicros: Micros;
}

/** A sentence for host and clipper: what a clip has earned so far, and why the rest of its count is not earned yet. */
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
