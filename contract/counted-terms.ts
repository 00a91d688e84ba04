import { z } from 'zod';

/** Which verified views are paid for: all, or those that the platform counts as engaged; from these countries (ISO codes of two letters), empty: from everywhere. */
export const countedTerms = z.object({
  countedViews: z.enum(['all', 'engaged']),
  countedCountries: z.array(z.string()),
});
export type CountedTerms = z.infer<typeof countedTerms>;
