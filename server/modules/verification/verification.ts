import { randomInt } from 'node:crypto';
import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { KeepProof } from '#server/modules/media/media.ts';
import { baselinesJob } from './baselines.job.ts';
import { cohortsJob } from './cohorts.job.ts';
import { finishJob } from './finish.job.ts';
import { holdsJob } from './holds.job.ts';
import { type PollDeps, pollJob } from './poll.job.ts';
import type { Draw } from './proof/audit-proof.ts';
import { auditsJob } from './proof/audits.job.ts';
import { type ProofReader, readProofsJob } from './proof/read-proofs.job.ts';
import { readTextInChild } from './proof/read-text.ts';
import { registerProofRoutes } from './proof/routes.ts';
import { registerVerificationRoutes } from './routes.ts';

import { SNAPSHOT_DAYS, snapshotDaysJob } from './snapshot-days.job.ts';

export { excludeFraud, type Fraud } from './exclude-fraud.ts';
export { SAME_FINDING } from './find-undecided.ts';
export { releaseHold, upholdHold } from './holds.ts';
export { eraseProofTexts } from './proof/erase.ts';
export { reopenHold } from './reopen-hold.ts';
export { holdSameIdentity } from './same-identity.ts';
export { nextPollAt } from './schedule.ts';
export { scoreClips } from './score-clips.ts';
export { resumeTracking, startTracking, stopTracking } from './tracking.ts';
export { type ViewRange, viewsIn } from './view-ranges.ts';

export function createVerificationModule(
  deps: PollDeps & {
    /** How many days every snapshot is kept. */
    snapshotDays?: number | undefined;
  },
): Module {
  return {
    name: 'verification',
    routes: registerVerificationRoutes,
    jobs: [
      snapshotDaysJob({ db: deps.db, keepDays: deps.snapshotDays ?? SNAPSHOT_DAYS }),
      pollJob(deps),
      holdsJob(deps.db),
      finishJob(deps.db),
      cohortsJob(deps.db),
      baselinesJob(deps.db),
    ],
  };
}

/** Screenshots of view counts: sent by clippers, read by a machine, judged by people. */
export function createProofsModule(deps: {
  db: Database;
  keepProof: KeepProof;
  readPicture: ProofReader['readPicture'];
  /** Absent: chance. */
  draw?: Draw;
}): Module {
  const { draw = () => randomInt(100) } = deps;
  return {
    name: 'verification proofs',
    routes: (api) => registerProofRoutes(api, deps.keepProof, draw),
    jobs: [readProofsJob({ ...deps, readText: readTextInChild() }), auditsJob(deps.db)],
  };
}
