import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { listingState } from '#contract/listings/listings.ts';
import { payoutState } from '#contract/payouts/payouts.ts';
import { submissionStatus } from '#contract/submissions/submissions.ts';
import { idSchema, microsWire, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Maximum number of results per kind, as many as the command palette shows. */
export const FOUND_ROWS = 5;

export const adminFound = z.object({
  people: z.array(
    z.object({ id: idSchema, name: z.string(), email: z.string(), role: z.string().nullable() }),
  ),
  listings: z.array(z.object({ id: idSchema, title: z.string(), creator: z.string(), status: listingState })),
  clips: z.array(
    z.object({
      id: idSchema,
      clipper: z.string(),
      listing: z.string(),
      ...clipNameFields,
      status: submissionStatus,
    }),
  ),
  payouts: z.array(
    z.object({
      id: idSchema,
      clipper: z.string(),
      amountMicros: microsWire,
      state: payoutState,
      requestedAt: momentWire,
    }),
  ),
});
export type AdminFound = z.infer<typeof adminFound>;

export const adminFindRoutes = {
  adminFind: route('GET /api/admin/find', {
    access: 'admin',
    summary:
      'People, listings, clips and payouts by id, the last eight characters of it, or name: the beginning of a username, name or email, the words of a title, a payout’s reference',
    query: z.object({ search: z.string().trim().min(2).max(100) }),
    reply: adminFound,
  }),
};
