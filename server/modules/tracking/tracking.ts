import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { SNAPSHOT_DAYS, snapshotDaysJob } from './snapshot-days.job.ts';

export { type ClaimedClip, claimDue, giveBack } from './claim-due.ts';
export { isDoubtful, recordDoubted } from './doubt.ts';
export { finishJob } from './finish.job.ts';
export { forgetSnapshots } from './forget-snapshots.ts';
export { notifyClipper, notifyParticipants } from './notify-clipper.ts';
export { recordDeferred, recordFailure, recordLost, recordMissing, recordPutOff } from './put-off.ts';
export { saveJudgement } from './save-judgement.ts';
export { nextPollAt } from './schedule.ts';
export { SNAPSHOT_DAYS } from './snapshot-days.job.ts';
export { resumeTracking, startTracking, stopTracking, unseenViews } from './start.ts';
export { storeCounts } from './store-counts.ts';
export { type CountingColumns, countingColumns, countingTrouble } from './trouble.ts';

/** Schedules the counts of clips and stores them: clip_tracking and its snapshots. */
export function createTrackingModule({
  db,
  snapshotDays = SNAPSHOT_DAYS,
}: {
  db: Database;
  /** Days that every snapshot is kept. */
  snapshotDays?: number | undefined;
}): Module {
  return { name: 'tracking', jobs: [snapshotDaysJob({ db, keepDays: snapshotDays })] };
}
