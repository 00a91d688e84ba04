import { z } from 'zod';

/** The subject of a listing's source. The database knows the same names (`listings_category_known`). */
export const listingCategory = z.enum([
  'gaming',
  'podcasts',
  'irl',
  'music',
  'sports',
  'food',
  'learning',
  'comedy',
  'making',
]);
export type ListingCategory = z.infer<typeof listingCategory>;

export const categoryNames: Record<ListingCategory, string> = {
  gaming: 'Gaming',
  podcasts: 'Podcasts',
  irl: 'IRL and travel',
  music: 'Music',
  sports: 'Sports',
  food: 'Food',
  learning: 'Learning',
  comedy: 'Comedy',
  making: 'Art and making',
};
