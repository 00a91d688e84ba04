import type { z } from 'zod';
import type { adminRoutes } from '#contract/admin-routes.ts';
import { namedState } from '#contract/listings.ts';

/** One row of the admin's table. */
export type AdminListing = z.infer<typeof adminRoutes.adminListings.reply>['rows'][number];

/** Its state by the name that its host reads. */
export const listingStatus = ({
  status,
  pauseReason,
}: Pick<AdminListing, 'status' | 'pauseReason'>): string => namedState({ state: status, pauseReason });
