import { countryInText } from '#contract/country-names.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';

/** Whether the terms pay for a part of the views, which only the analytics released by a clip's owner can count. */
export const paysByFigures = ({ countedViews, countedCountries }: CountedTerms): boolean =>
  countedViews !== 'all' || countedCountries.length > 0;

/** Whether a platform's analytics can count the views that the terms pay for. */
export function reportsWhatCounts(platform: PostPlatform, terms: CountedTerms): boolean {
  const { reports } = platforms[platform];
  if (terms.countedViews === 'engaged' && !reports?.engagedViews) return false;
  return terms.countedCountries.length === 0 || reports?.countries === true;
}

/** "Germany", "Germany and France", "Germany, France and 3 more countries". */
export function countriesText(codes: readonly string[]): string {
  const shown = codes.slice(0, codes.length > 3 ? 2 : 3).map(countryInText);
  const more = codes.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more countries`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** The views that a rate pays for, after "per 1,000": "verified views", "engaged views from Germany". */
export function paidViewsText({ countedViews, countedCountries }: CountedTerms): string {
  const views = countedViews === 'engaged' ? 'engaged views' : 'verified views';
  return countedCountries.length === 0 ? views : `${views} from ${countriesText(countedCountries)}`;
}

/**
 * " · engaged views from Germany only", to append to other facts of a listing; empty when all verified views
 * are paid.
 */
export const paidOnlyText = (terms: CountedTerms): string =>
  paysByFigures(terms) ? ` · ${paidViewsText(terms)} only` : '';

/**
 * A range of a clip's counter for which the platform reported how many views count; the bounds are places, as
 * in `ViewRange`.
 */
export interface CountedStretch {
  fromViews: bigint;
  toViews: bigint;
  /** The counted views at both bounds. */
  fromCounted: bigint;
  toCounted: bigint;
}

/** A stretch with the period in which the platform counted its views. */
export interface DatedStretch extends CountedStretch {
  fromAt: Date;
  toAt: Date;
}

/**
 * The number of counted views before a place on the counter; `stretches` rise. Same as `counted_place` in the
 * database.
 */
export function countedPlace(stretches: readonly CountedStretch[], place: bigint): bigint {
  const last = stretches.findLast(({ fromViews }) => fromViews < place);
  if (!last) return 0n;
  const { fromViews, toViews, fromCounted, toCounted } = last;
  const passed = (place < toViews ? place : toViews) - fromViews;
  return fromCounted + (passed * (toCounted - fromCounted)) / (toViews - fromViews);
}

/** The number of counted views among the first `most` views in these disjoint, rising ranges. */
export function countedViews(
  stretches: readonly CountedStretch[],
  most: bigint,
  places: readonly { from: bigint; to: bigint }[],
): bigint {
  let left = most;
  let counted = 0n;
  for (const { from, to } of places) {
    if (left <= 0n) break;
    const taken = to - from < left ? to - from : left;
    counted += countedPlace(stretches, from + taken) - countedPlace(stretches, from);
    left -= taken;
  }
  return counted;
}

/** The fewest views from these ranges that contain `counted` counted views; all views when there are fewer. */
export function fewestViews(
  stretches: readonly CountedStretch[],
  counted: bigint,
  places: readonly { from: bigint; to: bigint }[],
): bigint {
  let low = 0n;
  let high = places.reduce((sum, { from, to }) => sum + to - from, 0n);
  while (low < high) {
    const middle = (low + high) / 2n;
    if (countedViews(stretches, middle, places) >= counted) high = middle;
    else low = middle + 1n;
  }
  return low;
}
