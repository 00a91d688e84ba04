import type { Module } from '#server/http/module.ts';
import { forgetJob } from './forget.job.ts';
import { type ReadDeps, readJob } from './read.job.ts';

export { analyticsCheck } from './check-setup.ts';
export { showAnalytics } from './queries.ts';

/**
 * Audience figures that account owners release for their clips: read daily, used by the score, deleted with
 * their release.
 */
export const createClipAnalyticsModule = ({
  keepDays,
  ...deps
}: ReadDeps & { keepDays: number }): Module => ({
  name: 'clip-analytics',
  jobs: [readJob(deps), forgetJob({ db: deps.db, keepDays })],
});
