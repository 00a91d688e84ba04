import type { z } from 'zod';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { polled } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';

export type AdminCounts = z.infer<typeof adminRoutes.adminCounts.reply>;

const REFRESH_MS = 30_000;

/** Returns the number of waiting items per view; undefined while loading. */
export const useAdminCounts = (): AdminCounts | undefined =>
  useRead(adminRoutes.adminCounts, {}, { refetchInterval: polled(REFRESH_MS) }).data;
