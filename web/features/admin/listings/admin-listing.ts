import type { z } from 'zod';
import type { adminRoutes } from '#contract/admin/admin-routes.ts';
import { namedState } from '#contract/listings/listings.ts';

/** One row of the admin's table. */
export type AdminListing = z.infer<typeof adminRoutes.adminListings.reply>['rows'][number];

/** Returns the name of the state, as the host reads it. */
export const listingStatus = ({
  status,
  pauseReason,
}: Pick<AdminListing, 'status' | 'pauseReason'>): string => namedState({ state: status, pauseReason });
