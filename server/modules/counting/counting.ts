import type { Module } from '#server/http/module.ts';
import { finishJob } from '#server/modules/tracking/tracking.ts';
import { type PollDeps, pollJob } from './poll.job.ts';

/** Creates the module whose jobs poll the platforms for the counts of due clips. */
export const createCountingModule = (deps: PollDeps): Module => ({
  name: 'counting',
  jobs: [pollJob(deps), finishJob(deps.db)],
});
