import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { classNote, clipsOf, countScores, withClasses } from './calibration.job.ts';
import { CALIBRATION_CLIPS, isSameClass, type ScoreClass } from './score/calibration.ts';
import { lockNewest, storeVersion } from './score-versions.ts';

interface Closing {
  driftId: string;
  /** true: later scores are compared only with clips since the drift began; false: with the same clips as before. */
  recalibrate: boolean;
  note: string;
  adminId: UserId;
  now: Date;
}

/** Closes a drift that an admin has examined. Clips of its class can be held again from their next count on. */
export async function closeDrift(
  tx: Tx,
  { driftId, recalibrate, note, adminId, now }: Closing,
): Promise<Outcome<null, 'not_found' | 'score_drift_state' | 'score_drift_clips'>> {
  const { version, settings } = await lockNewest(tx);
  const closed = await tx
    .updateTable('score_drifts')
    .set({ closed_at: now, closed_by: adminId, recalibrated: recalibrate, note })
    .where('id', '=', driftId)
    .where('closed_at', 'is', null)
    .returning(['platform', 'size', 'evidence'])
    .executeTakeFirst();
  if (!closed) {
    const known = await tx
      .selectFrom('score_drifts')
      .select('id')
      .where('id', '=', driftId)
      .executeTakeFirst();
    return refuse(known ? 'score_drift_state' : 'not_found');
  }
  await writeAudit(tx, actBy('admin', adminId, now), 'score.drift_closed', 'score_drift', driftId, {
    ...closed,
    recalibrate,
    note,
  });
  if (!recalibrate) return null;
  const counted = (await countScores(tx, now)).find(isSameClass(closed as ScoreClass));
  const clips = counted ? clipsOf(counted) : 0;
  if (!counted || clips < CALIBRATION_CLIPS) {
    const detail = `Since the drift began ${clips} clips were found honest; ${CALIBRATION_CLIPS} are needed.`;
    return refuse('score_drift_clips', { detail });
  }
  await storeVersion(tx, {
    version: version + 1,
    settings: withClasses(settings, [counted]),
    note: `After a drift, scores are compared with those of later honest clips: ${classNote(counted)}.`,
    adminId: null,
    now,
    data: { calibration: [counted], driftId },
  });
  return null;
}
