import type { Module } from '#server/http/module.ts';
import { forgetJob } from './forget.job.ts';
import { type ReadDeps, readJob } from './read.job.ts';

export { analyticsCheck } from './check-setup.ts';
export { showAnalytics } from './queries.ts';

/** What the owners of accounts release of the people who watched their clips: read, kept for the score, forgotten. */
export const createClipAnalyticsModule = ({
  keepDays,
  ...deps
}: ReadDeps & { keepDays: number }): Module => ({
  name: 'clip-analytics',
  jobs: [readJob(deps), forgetJob({ db: deps.db, keepDays })],
});
