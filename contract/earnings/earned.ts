import { formatUsdExact, type Micros, micros, microsPerView, ZERO_MICROS } from '#contract/money.ts';

export interface Terms {
  rateCentsPerMille: number;
  minViews: number;
  maxPayoutMicros: Micros | null;
}

/**
 * Returns what eligible views earn by a clip's terms. Fewer views than the minimum earn nothing, and a
 * maximum payout is cut to whole views.
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

/** Returns what a clip with these views earns now: their worth, limited to the listing's free budget. */
export function earnsAt(views: number, terms: Terms & { freeMicros: Micros }): Micros {
  const [worth, perView] = [worthOf(views, terms), microsPerView(terms.rateCentsPerMille)];
  const affordable = (terms.freeMicros / perView) * perView;
  return micros(worth < affordable ? worth : affordable);
}

export interface Earning {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  earnedMicros: Micros;
  /** The worth of the clip's current count by its terms. */
  worthMicros: Micros;
  /** The amount that the listing's budget can't pay; null while the budget suffices. */
  budgetSpent: { amountMicros: Micros } | null;
  /** The amount that is not paid until a hold or an appeal is decided. */
  contestedMicros: Micros;
}

/** Returns a sentence for host and clipper: the amount that a clip has earned, and why not more. */
export const earnedSoFar = (clip: Earning): string =>
  [`Earned so far: ${formatUsdExact(clip.earnedMicros)}.`, notEarnedYet(clip)].filter(Boolean).join(' ');

/** Returns a sentence about the views of a clip's count that have not earned yet; null if all have. */
export function notEarnedYet(clip: Earning): string | null {
  const { status, earnedMicros, worthMicros, budgetSpent, contestedMicros } = clip;
  const more = micros(worthMicros - earnedMicros);
  if (more <= 0n) return null;
  if (status === 'pending') return `Today’s count earns ${formatUsdExact(more)} once the clip is approved.`;
  if (status !== 'approved') return null;
  const unpaid = budgetSpent?.amountMicros ?? ZERO_MICROS;
  const waits = [
    [unpaid, 'budget, which is used up'],
    [contestedMicros, 'a decision on contested views'],
    [micros(more - unpaid - contestedMicros), 'the next settlement'],
  ] as const;
  const named = waits
    .filter(([amount]) => amount > 0n)
    .map(([amount, what]) => `${formatUsdExact(amount)} waits for ${what}`);
  return named.length === 0 ? null : `Of today’s count ${named.join(', ')}.`;
}
