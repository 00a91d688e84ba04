import { randomInt } from 'node:crypto';
import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { KeepScreenshot } from '#server/modules/media/media.ts';
import type { Draw } from './attestations/audit-attestation.ts';
import { auditsJob } from './attestations/audits.job.ts';
import { type AttestationReader, readScreenshotsJob } from './attestations/read-screenshots.job.ts';
import { readTextInChild } from './attestations/read-text.ts';
import { registerAttestationRoutes } from './attestations/routes.ts';
import { baselinesJob } from './baselines.job.ts';
import { cohortsJob } from './cohorts.job.ts';
import { finishJob } from './finish.job.ts';
import { holdsJob } from './fraud-holds.job.ts';
import { type PollDeps, pollJob } from './poll.job.ts';
import { registerVerificationRoutes } from './routes.ts';

import { SNAPSHOT_DAYS, snapshotDaysJob } from './snapshot-days.job.ts';

export { eraseAttestationTexts } from './attestations/erase.ts';
export { excludeFraud, type Fraud } from './exclude-fraud.ts';
export { SAME_FINDING } from './find-undecided.ts';
export { releaseHold, upholdHold } from './fraud-holds.ts';
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
export function createAttestationsModule(deps: {
  db: Database;
  keepScreenshot: KeepScreenshot;
  readPicture: AttestationReader['readPicture'];
  /** Absent: chance. */
  draw?: Draw;
}): Module {
  const { draw = () => randomInt(100) } = deps;
  return {
    name: 'verification attestations',
    routes: (api) => registerAttestationRoutes(api, deps.keepScreenshot, draw),
    jobs: [readScreenshotsJob({ ...deps, readText: readTextInChild() }), auditsJob(deps.db)],
  };
}
