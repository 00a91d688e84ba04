import type { DryRun } from '#contract/scoring/score-rules.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { ScoreRules } from './score/rules.ts';
import { scoreClip } from './score/score.ts';
import { readHistories } from './score-clips.ts';

/** Number of most recently counted clips to try. PART is the batch size, which bounds the snapshots in memory. */
const CLIPS = 1_000;
const PART = 100;
const SHOWN = 100;

/** Scores the most recently counted clips by two sets of rules and compares the bands. Changes nothing. */
export async function tryRules(db: Database, today: ScoreRules, proposed: ScoreRules): Promise<DryRun> {
  const clips = await db
    .selectFrom('clip_tracking as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select(['t.submission_id', 'l.title'])
    .where('t.last_fetched_at', 'is not', null)
    .orderBy('t.last_fetched_at', 'desc')
    .orderBy('t.submission_id')
    .limit(CLIPS)
    .execute();
  const run: DryRun = { clips: clips.length, changed: 0, newlyHeld: 0, noLongerHeld: 0, rows: [] };
  for (let from = 0; from < clips.length; from += PART) {
    const part = clips.slice(from, from + PART);
    const titles = new Map(part.map((clip) => [clip.submission_id, clip.title]));
    for (const { submissionId, history } of await readHistories(db, [...titles.keys()])) {
      const [before, after] = [scoreClip(history, today), scoreClip(history, proposed)];
      if (before.band === after.band) continue;
      run.changed++;
      if (after.band === 'hold') run.newlyHeld++;
      if (before.band === 'hold') run.noLongerHeld++;
      if (run.rows.length === SHOWN) continue;
      run.rows.push({
        submissionId,
        title: titles.get(submissionId)!,
        before: { score: before.score, band: before.band },
        after: { score: after.score, band: after.band },
      });
    }
  }
  return run;
}
