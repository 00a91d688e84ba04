import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { CALIBRATION_CLIPS, type CalibrationClass, type SizeClass } from './score/calibration.ts';
import { lockNewest, storeVersion } from './score-versions.ts';

/** A clip counts as honest only after this long: bought views come to light late. */
const SEASON = 14 * DAY;
/** The platform's scores are compared anew this often; between, all clips are judged by the same ones. */
const EVERY = 7 * DAY;
/** Fewer new clips of a class make no new version. */
const WORTH_A_VERSION = 1.1;

/** Once a week, counts the scores of honest clips, against which scores are calibrated. */
export function calibrationJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'scoring.calibration',
    async run(now) {
      if (now < nextAt) return;
      nextAt = after(now, EVERY);
      const enough = (await countScores(db, now)).filter((one) => sizeOfClass(one) >= CALIBRATION_CLIPS);
      if (enough.length > 0) await transact(db, (tx) => adopt(tx, enough, now));
    },
  };
}

const sizeOfClass = ({ scores }: CalibrationClass) => scores.reduce((sum, n) => sum + n, 0);

async function adopt(tx: Tx, counted: CalibrationClass[], now: Date): Promise<void> {
  const { version, settings } = await lockNewest(tx);
  const same = (a: CalibrationClass) => (b: CalibrationClass) =>
    a.platform === b.platform && a.size === b.size;
  const grown = counted.filter((one) => {
    const known = settings.calibration.find(same(one));
    return !known || sizeOfClass(one) > WORTH_A_VERSION * sizeOfClass(known);
  });
  if (grown.length === 0) return;
  const kept = settings.calibration.filter((known) => !grown.some(same(known)));
  await storeVersion(tx, {
    version: version + 1,
    settings: {
      ...settings,
      calibration: [...kept, ...grown.map((one) => ({ ...one, scores: [...one.scores] }))],
    },
    note: `Scores are compared with those of honest clips: ${grown.map((one) => `${one.platform}, ${one.size} (${sizeOfClass(one)} clips)`).join(', ')}.`,
    adminId: null,
    now,
    data: { calibration: grown },
  });
}

/**
 * Scores of approved clips whose views nobody excluded, by the weights of today: a change by an admin starts anew. Those that were held
 * and released belong to them, or the highest honest scores would be missing.
 */
async function countScores(db: Database, now: Date): Promise<CalibrationClass[]> {
  const { rows } = await sql<{ platform: PostPlatform; size: SizeClass; score: number; clips: number }>`
    select t.platform, t.score, count(*)::int as clips,
      case when t.views < 10000 then 'small' when t.views < 100000 then 'medium' else 'large' end as size
    from clip_tracking t join submissions s on s.id = t.submission_id
    where s.status = 'approved' and t.state = 'finished' and t.count_level = 'platform' and t.views >= 1000
      and t.band <> 'not_enough_data' and t.scored_at <= ${after(now, -SEASON)} and t.excluded_views = 0
      and t.score_version >= coalesce((select max(version) from score_versions where made_by is not null), 0)
      and not exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state <> 'released')
    group by 1, 2, 4`.execute(db);
  const classes = new Map<string, CalibrationClass & { scores: number[] }>();
  for (const { platform, size, score, clips } of rows) {
    const key = `${platform} ${size}`;
    const one = classes.get(key) ?? { platform, size, scores: new Array<number>(101).fill(0) };
    one.scores[score]! += clips;
    classes.set(key, one);
  }
  return [...classes.values()];
}
