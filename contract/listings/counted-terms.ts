import { z } from 'zod';

/**
 * The verified views that a listing pays for: all or only engaged ones, from these countries (ISO 3166-1
 * alpha-2) or, if empty, from everywhere.
 */
export const countedTerms = z.object({
  countedViews: z.enum(['all', 'engaged']),
  countedCountries: z.array(z.string()),
});
export type CountedTerms = z.infer<typeof countedTerms>;
