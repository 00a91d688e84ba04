import type { Module } from '#server/http/module.ts';
import { finishJob } from '#server/modules/tracking/tracking.ts';
import { type PollDeps, pollJob } from './poll.job.ts';

/** Reads the counts of clips that are due from their platforms. */
export const createCountingModule = (deps: PollDeps): Module => ({
  name: 'counting',
  jobs: [pollJob(deps), finishJob(deps.db)],
});
