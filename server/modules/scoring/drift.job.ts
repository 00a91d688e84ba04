import { sql } from 'kysely';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { honestClips } from './honest-clips.ts';
import { CALIBRATION_CLIPS, type ScoreClass } from './score/calibration.ts';
import { type Drift, findDrift } from './score/drift.ts';

/** Once a day, tests whether honest clips still score like the clips that scores are compared with. */
export function driftJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'scoring.drift',
    async run(now) {
      if (now < nextAt) return;
      nextAt = after(now, DAY);
      for (const one of await readClasses(db, now)) {
        const drift = findDrift(one.scores, one.tested_from);
        if (drift) await recordDrift(db, one, drift, now);
      }
    },
  };
}

interface TestedClass extends ScoreClass {
  /** Scores of honest clips, in the order in which the clips were found honest. */
  scores: number[];
  /** Index of the first clip that an admin had not seen when they last closed a drift of the class. */
  tested_from: number;
}

/** Classes with enough honest clips and no open drift. */
async function readClasses(db: Database, now: Date): Promise<TestedClass[]> {
  const { rows } = await sql<TestedClass>`
    with closed as (
      select platform, size, evidence, max(closed_at) as at, bool_or(closed_at is null) as stands from score_drifts group by 1, 2, 3
    )
    select c.platform, c.size, c.evidence, array_agg(c.score order by c.honest_at, c.submission_id) as scores,
      count(*) filter (where c.honest_at <= closed.at)::int as tested_from
    from (${honestClips(now)}) c left join closed
      on closed.platform = c.platform and closed.size = c.size and closed.evidence = c.evidence
    where closed.stands is not true
    group by c.platform, c.size, c.evidence having count(*) > ${CALIBRATION_CLIPS}`.execute(db);
  return rows;
}

/** Records a drift. Does nothing if another process has recorded one of the class meanwhile. */
async function recordDrift(db: Database, { platform, size, evidence }: TestedClass, drift: Drift, now: Date) {
  const clips = drift.to - drift.from + 1;
  await transact(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into score_drifts (id, platform, size, evidence, promise, since, found_at, clips, clips_above)
      select ${newId()}, ${platform}, ${size}, ${evidence}, ${drift.promise}, c.honest_at, ${now}, ${clips}, ${drift.above}
      from (${honestClips(now)}) c where c.platform = ${platform} and c.size = ${size} and c.evidence = ${evidence}
      order by c.honest_at, c.submission_id offset ${drift.from} limit 1
      on conflict (platform, size, evidence) where closed_at is null do nothing returning id`.execute(tx);
    if (rows.length === 0) return;
    await writeAudit(tx, bySystem(now), 'score.drifted', 'score_drift', rows[0]!.id, {
      platform,
      size,
      evidence,
      promise: drift.promise,
      clips,
      above: drift.above,
    });
  });
}
