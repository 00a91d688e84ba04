import type { z } from 'zod';
import type { adminRoutes } from '#contract/admin-routes.ts';

/** One row of the admin's table. */
export type AdminListing = z.infer<typeof adminRoutes.adminListings.reply>['rows'][number];
