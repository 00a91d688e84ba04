import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findCohorts } from '#server/modules/scoring/find-cohorts.ts';
import type { CohortFinding } from '#server/modules/scoring/score/history.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { type PlacedClip, placeClips } from '#server/testing/cohorts.ts';
import { growthOfScenario, type ScenarioName } from '#simulator/growth/scenarios.ts';
import { seededRandom } from './random.ts';

/** Shares of held clips: with signals across clips, and by their own signals alone. */
export interface CohortFigures {
  lockstep: Shares;
  capRing: Shares;
  honestBeside: Shares;
}

interface Shares {
  together: number;
  alone: number;
  /** Clips that a signal across clips names, whether or not they are held. */
  named: number;
  clips: number;
}

const SETS = 25;
const FARM = 5;
const HONEST = 6;
const NOW_HOURS = 73;

/**
 * Measures listings with a farm or ring among honest clips, in a separate database. The clips are compared as
 * the job does.
 */
export async function measureCohort(seed: number): Promise<CohortFigures> {
  const cluster = await startEmbedded({ sync: false });
  try {
    await migrate(cluster);
    const owner = createDatabase(cluster.ownerUrl, { max: 2 });
    const figures = {
      lockstep: await measureSets(owner.db, 'lockstep', seed),
      capRing: await measureSets(owner.db, 'cap-ring', seed + 1),
    };
    await owner.close();
    return {
      lockstep: figures.lockstep.bought,
      capRing: figures.capRing.bought,
      honestBeside: figures.lockstep.honest,
    };
  } finally {
    await cluster.stop();
  }
}

async function measureSets(db: Database, scenario: ScenarioName, seed: number) {
  const random = seededRandom(seed);
  const postedAt = new Date(Date.UTC(2026, 8, 1 + (seed % 20), Math.floor(random.between(0, 24))));
  const all: { id: string; isBought: boolean; clip: PlacedClip; snapshots: object[] }[] = [];
  for (let set = 0; set < SETS; set++) {
    const listingId = newId();
    const group = seed * 1_000 + set;
    const clips = Array.from({ length: FARM + HONEST }, (_, i): PlacedClip => {
      const isBought = i < FARM;
      // Honest clips are posted at any time; a farm posts within an hour.
      const shift = isBought ? random.between(0, 1) : random.between(0, 6);
      return {
        scenario: isBought ? scenario : 'organic',
        seed: group * 100 + i,
        ...(isBought && { group }),
        listingId,
        clipperId: newId(),
        postedAt: new Date(postedAt.getTime() + Math.floor(shift * 2) * 1_800_000),
      };
    });
    const last = growthOfScenario({ platform: 'tiktok', ...clips[0]! })(72).views;
    const cap = scenario === 'cap-ring' ? Math.floor(last / 5_000) * 5_000 : null;
    const placed = await placeClips(db, clips, cap);
    all.push(...placed.map((one, i) => ({ ...one, isBought: i < FARM })));
  }
  await findCohorts(db, new Date(postedAt.getTime() + (NOW_HOURS + 7) * 3_600_000));
  const rows = await db.selectFrom('clip_cohorts').selectAll().execute();
  const shares = (isBought: boolean): Shares => {
    const clips = all.filter((one) => one.isBought === isBought);
    const judged = clips.map(({ id, clip, snapshots }) => {
      const cohort = rows.filter((row) => row.submission_id === id) as unknown as CohortFinding[];
      const history = {
        platform: 'tiktok' as const,
        postedAt: clip.postedAt,
        followers: null,
        snapshots: snapshots as never,
      };
      const isHeld = (known: CohortFinding[]) => scoreClip({ ...history, cohort: known }).band === 'hold';
      return { together: isHeld(cohort), alone: isHeld([]), named: cohort.length > 0 };
    });
    const share = (of: 'together' | 'alone' | 'named') =>
      judged.filter((one) => one[of]).length / judged.length;
    return { together: share('together'), alone: share('alone'), named: share('named'), clips: clips.length };
  };
  return { bought: shares(true), honest: shares(false) };
}
