import type { Micros } from '#contract/money.ts';

/**
 * Returns the cents paid per 1,000 views of approved clips, or null before the first view. It is below the
 * rate if views were not paid: below the minimum, above the maximum, excluded, or not yet paid.
 */
export const effectiveCents = (paidMicros: Micros, views: number): number | null =>
  views > 0 ? Math.round(Number(paidMicros / 10n) / views) : null;
