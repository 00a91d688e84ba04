import { countryInText } from '#contract/country-names.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';

/**
 * Whether the terms pay only for a part of the views. That part can only be counted from analytics that the
 * clip's owner released.
 */
export const paysByFigures = ({ countedViews, countedCountries }: CountedTerms): boolean =>
  countedViews !== 'all' || countedCountries.length > 0;

/** Whether a platform's analytics can count the views that the terms pay for. */
export function reportsWhatCounts(platform: PostPlatform, terms: CountedTerms): boolean {
  const { reports } = platforms[platform];
  if (terms.countedViews === 'engaged' && !reports?.engagedViews) return false;
  return terms.countedCountries.length === 0 || reports?.countries === true;
}

/**
 * Returns the views that a new listing pays for unless its host chooses others: engaged views if all of its
 * platforms report them and can be read here. `readable` are the platforms that this server has keys for.
 */
export const usualCounting = (
  chosen: readonly PostPlatform[],
  readable: readonly string[],
): CountedTerms['countedViews'] =>
  chosen.length > 0 &&
  chosen.every((platform) => platforms[platform].reports?.engagedViews && readable.includes(platform))
    ? 'engaged'
    : 'all';

/** Names countries in a sentence: "Germany", "Germany and France", "Germany, France and 3 more countries". */
export function countriesText(codes: readonly string[]): string {
  const shown = codes.slice(0, codes.length > 3 ? 2 : 3).map(countryInText);
  const more = codes.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more countries`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/**
 * Describes the views that a listing pays for, as it follows "per 1,000": "verified views", "engaged views
 * from Germany".
 */
export function paidViewsText({ countedViews, countedCountries }: CountedTerms): string {
  const views = countedViews === 'engaged' ? 'engaged views' : 'verified views';
  return countedCountries.length === 0 ? views : `${views} from ${countriesText(countedCountries)}`;
}

/**
 * Returns text to append to other facts of a listing, such as " · engaged views from Germany only". Returns
 * an empty string if all verified views are paid.
 */
export const paidOnlyText = (terms: CountedTerms): string =>
  paysByFigures(terms) ? ` · ${paidViewsText(terms)} only` : '';

/**
 * A range of a clip's view counter for which the platform reported how many of its views are counted (paid).
 * As in `ViewRange`, it begins after view number `fromViews` and ends with view number `toViews`.
 */
export interface CountedStretch {
  fromViews: bigint;
  toViews: bigint;
  /** The clip's total of counted views at the beginning and at the end of the range. */
  fromCounted: bigint;
  toCounted: bigint;
}

/** A stretch, and the period in which the platform reported its views. */
export interface DatedStretch extends CountedStretch {
  fromAt: Date;
  toAt: Date;
}

/**
 * Returns how many of the clip's first `place` views are counted, interpolated within a stretch. `stretches`
 * must be in ascending order. The database function `counted_place` computes the same.
 */
export function countedPlace(stretches: readonly CountedStretch[], place: bigint): bigint {
  const last = stretches.findLast(({ fromViews }) => fromViews < place);
  if (!last) return 0n;
  const { fromViews, toViews, fromCounted, toCounted } = last;
  const passed = (place < toViews ? place : toViews) - fromViews;
  return fromCounted + (passed * (toCounted - fromCounted)) / (toViews - fromViews);
}

/**
 * Returns how many of the first `most` views in `places` are counted. The ranges must be disjoint and in
 * ascending order.
 */
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

/**
 * Returns the smallest number of first views in `places` that includes `counted` counted views, or all views
 * if they include fewer.
 */
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
