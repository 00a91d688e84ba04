import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { baselinesJob } from './baselines.job.ts';
import { calibrationJob } from './calibration.job.ts';
import { cohortsJob } from './cohorts.job.ts';
import { driftJob } from './drift.job.ts';
import { scoreMetrics } from './health.ts';
import { registerScoreRuleRoutes } from './routes.ts';

export { scoreCheck } from './health.ts';
export { networkOf } from './network-of.ts';
export { isOpenNote, pendingOf, readReviewNote, scoreAsked, scoreVersionOf } from './queries.ts';
export { scoreClips } from './score-clips.ts';

/** Publishes the fraud score of clips, its rules and their versions. */
export const createScoringModule = (db: Database): Module => ({
  name: 'scoring',
  routes: registerScoreRuleRoutes,
  jobs: [cohortsJob(db), baselinesJob(db), calibrationJob(db), driftJob(db)],
  metrics: scoreMetrics(db),
});
