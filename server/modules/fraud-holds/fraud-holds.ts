import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { deadlinesJob } from './deadlines.job.ts';

export { hasFallen, isAnswered, isShown, openAuditHold } from './audit-holds.ts';
export { lockHeldClip, openFraudHold, releaseFraudHold, upholdFraudHold } from './decide.ts';
export { excludeFraud, type Fraud } from './exclude-fraud.ts';
export { findUndecided, SAME_FINDING } from './find-undecided.ts';
export { holdCohort, openCohortHolds } from './hold-cohort.ts';
export {
  ABOUT_PEOPLE,
  countOutsideHold,
  IS_AUDIT,
  ON_HOLD,
  uncontestedViews,
  viewsThatCount,
} from './queries.ts';
export { readStretches } from './released-place.ts';
export { reopenHold } from './reopen-hold.ts';
export { holdSameIdentity } from './same-identity.ts';
export { outsideOf, placeAfter, upTo, type ViewRange, viewsIn } from './view-ranges.ts';

/** Holds on doubtful views until a person decides, and the exclusion of bought views. */
export const createFraudHoldsModule = (db: Database): Module => ({
  name: 'fraud-holds',
  jobs: [deadlinesJob(db)],
});
