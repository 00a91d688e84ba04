import type { Module } from '#server/http/module.ts';
import { forgetJob } from './forget.job.ts';
import { type ReadDeps, readJob } from './read.job.ts';

export { analyticsCheck } from './check-setup.ts';
export { showAnalytics } from './queries.ts';

/**
 * Audience figures that account owners release for their clips. They are read daily and used by the score.
 * They are deleted when their release ends.
 */
export const createClipAnalyticsModule = ({
  keepDays,
  ...deps
}: ReadDeps & { keepDays: number }): Module => ({
  name: 'clip-analytics',
  jobs: [readJob(deps), forgetJob({ db: deps.db, keepDays })],
});
