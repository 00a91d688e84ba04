import type { z } from 'zod';
import type { adminRoutes } from '#contract/admin-routes.ts';

/** One row of the admin's table. */
export type AdminSubmission = z.infer<typeof adminRoutes.adminSubmissions.reply>['rows'][number];
