import { z } from 'zod';

/** Which verified views are paid for: all or engaged ones, from everywhere or from these countries. */
export const countedTerms = z.object({
  countedViews: z.enum(['all', 'engaged']),
  countedCountries: z.array(z.string()),
});
