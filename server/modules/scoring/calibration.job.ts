import { sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { honestClips } from './honest-clips.ts';
import {
  addScores,
  CALIBRATION_CLIPS,
  type CalibrationClass,
  isSameClass,
  type ScoreClass,
} from './score/calibration.ts';
import type { ScoreSettings } from './score/rules.ts';
import { lockNewest, storeVersion } from './score-versions.ts';

/** Honest clips are counted this often. Between two counts all clips are judged by the same calibration. */
const EVERY = 7 * DAY;
/** A class gets a new version only when its number of clips has grown by this factor. */
const WORTH_A_VERSION = 1.1;

/** Once a week, counts the scores of the honest clips against which new scores are calibrated. */
export function calibrationJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'scoring.calibration',
    async run(now) {
      if (now < nextAt) return;
      nextAt = after(now, EVERY);
      const enough = (await countScores(db, now)).filter((one) => clipsOf(one) >= CALIBRATION_CLIPS);
      if (enough.length > 0) await transact(db, (tx) => adopt(tx, enough, now));
    },
  };
}

export const clipsOf = ({ scores }: CalibrationClass) => scores.reduce((sum, n) => sum + n, 0);

async function adopt(tx: Tx, counted: CalibrationClass[], now: Date): Promise<void> {
  const { version, settings } = await lockNewest(tx);
  const grown = counted.filter((one) => {
    const known = settings.calibration.find(isSameClass(one));
    return !known || clipsOf(one) > WORTH_A_VERSION * clipsOf(known);
  });
  if (grown.length === 0) return;
  await storeVersion(tx, {
    version: version + 1,
    settings: withClasses(settings, grown),
    note: `Scores are compared with those of honest clips: ${grown.map(classNote).join(', ')}.`,
    adminId: null,
    now,
    data: { calibration: grown },
  });
}

/** Replaces the calibration of the counted classes in the settings. */
export const withClasses = (settings: ScoreSettings, counted: CalibrationClass[]): ScoreSettings => ({
  ...settings,
  calibration: [...settings.calibration.filter((known) => !counted.some(isSameClass(known))), ...counted],
});

/** Describes a class: "tiktok, small (420 clips)", "tiktok, small, analytics (420 clips)". */
export const classNote = (one: CalibrationClass) =>
  `${one.platform}, ${one.size}${one.evidence === 'analytics' ? ', analytics' : ''} (${clipsOf(one)} clips)`;

/** Returns for each class how many honest clips have each score. */
export async function countScores(db: Database | Tx, now: Date): Promise<CalibrationClass[]> {
  const { rows } = await sql<ScoreClass & { score: number; clips: number }>`
    select platform, size, evidence, score, count(*)::int as clips from (${honestClips(now)}) c group by 1, 2, 3, 4`.execute(
    db,
  );
  const classes: CalibrationClass[] = [];
  for (const { score, clips, ...of } of rows) addScores(classes, of, score, clips);
  return classes;
}
