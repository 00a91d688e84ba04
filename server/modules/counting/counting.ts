import type { Module } from '#server/http/module.ts';
import { finishJob } from '#server/modules/tracking/tracking.ts';
import { type PollDeps, pollJob } from './poll.job.ts';

/** Polls platforms for the counts of due clips. */
export const createCountingModule = (deps: PollDeps): Module => ({
  name: 'counting',
  jobs: [pollJob(deps), finishJob(deps.db)],
});
