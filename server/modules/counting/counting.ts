import type { Module } from '#server/http/module.ts';
import { finishJob } from '#server/modules/tracking/tracking.ts';
import { type PollDeps, pollJob } from './poll.job.ts';
import { registerCountingRoutes } from './routes.ts';

/** Reads the counts of clips that are due from their platforms, and shows what was read. */
export const createCountingModule = (deps: PollDeps): Module => ({
  name: 'counting',
  routes: registerCountingRoutes,
  jobs: [pollJob(deps), finishJob(deps.db)],
});
