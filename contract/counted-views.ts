import type { CountedTerms } from './counted-terms.ts';
import { countryInText } from './country-names.ts';
import { type PostPlatform, platforms } from './platforms.ts';

/** Only the analytics that a clip's owner releases say how many of its views such terms pay for. */
export const paysByFigures = ({ countedViews, countedCountries }: CountedTerms): boolean =>
  countedViews !== 'all' || countedCountries.length > 0;

/** Whether the analytics of a platform say which of a post's views such terms pay for. */
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

/** What a rate pays for, behind "per 1,000": "verified views", "engaged views from Germany". */
export function paidViewsText({ countedViews, countedCountries }: CountedTerms): string {
  const views = countedViews === 'engaged' ? 'engaged views' : 'verified views';
  return countedCountries.length === 0 ? views : `${views} from ${countriesText(countedCountries)}`;
}

/** " · engaged views from Germany only", behind other facts of a listing; nothing where all verified views are paid. */
export const paidOnlyText = (terms: CountedTerms): string =>
  paysByFigures(terms) ? ` · ${paidViewsText(terms)} only` : '';

/** A stretch of a clip's counter of which the platform said how many views count; bounds are places, as in `ViewRange`. */
export interface CountedStretch {
  fromViews: bigint;
  toViews: bigint;
  /** The counted places of these two. */
  fromCounted: bigint;
  toCounted: bigint;
}

/** The same with the moments between which the platform counted these views. */
export interface DatedStretch extends CountedStretch {
  fromAt: Date;
  toAt: Date;
}

/** How many of the views before a place on the counter count, by stretches in rising order; as `counted_place` in the database. */
export function countedPlace(stretches: readonly CountedStretch[], place: bigint): bigint {
  const last = stretches.findLast(({ fromViews }) => fromViews < place);
  if (!last) return 0n;
  const { fromViews, toViews, fromCounted, toCounted } = last;
  const passed = (place < toViews ? place : toViews) - fromViews;
  return fromCounted + (passed * (toCounted - fromCounted)) / (toViews - fromViews);
}

/** How many of the first `most` views at these places count; the places are disjoint and rise. */
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

/** The fewest of the views at these places of which so many count; all of them where fewer do. */
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
