import { z } from 'zod';
import { RATE_MAX_CENTS } from '#contract/limits.ts';
import { formatRate } from '#contract/money.ts';
import { formats } from '#contract/platforms/platforms.ts';
import { platformSchema } from '#contract/wire/primitives.ts';
import { categoryNames, listingCategory } from './categories.ts';
import { listingLanguages } from './listing-terms.ts';

/**
 * The filters of Explore, which saved searches, alerts, the API and assistants use too. An omitted filter
 * matches everything.
 */
export const exploreFilters = z.object({
  category: listingCategory.optional(),
  search: z.string().max(100).optional(),
  platform: platformSchema.optional(),
  minRateCents: z.coerce.number().int().min(0).max(RATE_MAX_CENTS).optional(),
  minFreeDollars: z.coerce.number().int().min(0).max(100_000).optional(),
  language: z.enum(listingLanguages).optional(),
});
export type ExploreFilters = z.output<typeof exploreFilters>;
export type FilterName = keyof ExploreFilters;

type Texts = {
  [Name in FilterName]-?: {
    /** Describes the filter as an API parameter. */
    parameter: string;
    /** Describes a chosen value for people. */
    chosen(value: NonNullable<ExploreFilters[Name]>): string;
  };
};

const texts: Texts = {
  category: {
    parameter: 'Only listings of this category.',
    chosen: (category) => categoryNames[category],
  },
  search: { parameter: 'Words to look for.', chosen: (words) => `“${words}”` },
  platform: { parameter: 'Only listings for this platform.', chosen: (platform) => formats[platform] },
  minRateCents: {
    parameter: 'Only listings that pay at least this many cents per 1,000 views.',
    chosen: (cents) => `from ${formatRate(cents)} per 1,000`,
  },
  minFreeDollars: {
    parameter: 'Only listings with at least this much free budget, in whole dollars.',
    chosen: (dollars) => `from $${dollars} free`,
  },
  language: {
    parameter: 'Only listings in this language, and listings for any language.',
    chosen: (language) => language,
  },
};

export const filterNames = Object.keys(texts) as FilterName[];

export const filterParameters: Record<string, string> = Object.fromEntries(
  filterNames.map((name) => [name, texts[name].parameter]),
);

/** Describes the chosen filters in words: "“night run”, TikTok, from $2.00 per 1,000". */
export const filtersText = (filters: ExploreFilters): string =>
  filterNames
    .filter((name) => filters[name])
    .map((name) => (texts[name].chosen as (value: unknown) => string)(filters[name]))
    .join(', ');

/**
 * Removes filters with an invalid or empty value, which addresses and rows from earlier releases may contain.
 */
export const acceptedFilters = (given: Partial<Record<FilterName, unknown>>): ExploreFilters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const { data } = exploreFilters.shape[name].safeParse(given[name] || undefined);
      return data ? [[name, data]] : [];
    }),
  );

export const isFiltered = (filters: ExploreFilters): boolean => filterNames.some((name) => filters[name]);

export const areSameFilters = (a: ExploreFilters, b: ExploreFilters): boolean =>
  filterNames.every((name) => (a[name] || undefined) === (b[name] || undefined));
