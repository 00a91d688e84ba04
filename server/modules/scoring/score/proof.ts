import type { AnalyticsFigures } from './analytics-figures.ts';
import { GAP, MIN_KINDS, MIN_VIEWS, trustOf } from './people.ts';
import type { Evidence } from './signal.ts';

/** The evidence that released analytics give of a clip's views, as positions on its counter; 0 if there is none. */
export interface Proof {
  /** Up to here the views are proven. */
  provenViews: number;
  /** Up to here the figures look like people, as far as the platform reports any. */
  shownViews: number;
}
export const NO_PROOF: Proof = { provenViews: 0, shownViews: 0 };

/** Trust in the figures from which views are proven. */
const PROVEN_TRUST = 0.8;

/**
 * Part of the views that is proven by accounts reached and seconds watched alone. Views that imitate both are
 * sold for about $0.76 per thousand, so at $2.00 per thousand a third pays less than they cost.
 */
const PART_OF_FEW = 1 / 3;
const FEW = { mostViewsPerAccount: 2, leastSeconds: 3 };

/**
 * Returns what the figures prove. They must begin with the post and agree with the counter. The counter may be a
 * day ahead of the figures, so no more views are proven than the figures contain, apart from the gap that always
 * remains between them.
 */
export function proofOf({ audience }: Evidence): Proof {
  const isWhole =
    audience && audience.gap <= GAP.weak && audience.periods.some(({ period }) => period.fromHours <= 1);
  if (!isWhole) return NO_PROOF;
  const contained = audience.untilViews - audience.counted + audience.views * (1 + GAP.weak);
  const shownViews = Math.floor(Math.min(audience.untilViews, contained));
  const found = trustOf(audience);
  if (found && found.known.length > MIN_KINDS)
    return found.trust >= PROVEN_TRUST ? { provenViews: shownViews, shownViews } : NO_PROOF;
  return hasPeople(audience) ? { provenViews: Math.floor(shownViews * PART_OF_FEW), shownViews } : NO_PROOF;
}

/**
 * Whether the few figures of a platform that reports only reach and watch time look like people. Reach counts
 * each account once, so only the sums over the clip's life say how often an account watched.
 */
function hasPeople({ periods, views }: AnalyticsFigures): boolean {
  const sum = (of: (period: (typeof periods)[number]['period']) => number | null | undefined) =>
    periods.reduce((all, { period }) => all + (of(period) ?? Number.NaN), 0);
  return (
    views >= MIN_VIEWS &&
    views <= FEW.mostViewsPerAccount * sum(({ reach }) => reach) &&
    sum(({ watchSeconds }) => watchSeconds) >= FEW.leastSeconds * views
  );
}
