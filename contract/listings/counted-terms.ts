import { z } from 'zod';

/**
 * The verified views that a listing pays for: all of them or only engaged ones, and from these countries
 * only. Countries are ISO 3166-1 alpha-2 codes; without any, views from every country are paid.
 */
export const countedTerms = z.object({
  countedViews: z.enum(['all', 'engaged']),
  countedCountries: z.array(z.string()),
});
export type CountedTerms = z.infer<typeof countedTerms>;
