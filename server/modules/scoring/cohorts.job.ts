import { after, HOUR, SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { findCohorts } from './find-cohorts.ts';
import { scoreClips } from './score-clips.ts';

const BATCH = 500;

/** Compares clips with each other every hour and rescores those with new findings. */
export function cohortsJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'scoring.cohorts',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      if (now < nextAt) return;
      nextAt = after(now, HOUR);
      const changed = await findCohorts(db, now);
      while (changed.length > 0 && !signal?.aborted) {
        const ids = changed.splice(0, BATCH);
        await transact(db, async (tx) => {
          // Locks in id order, as the counting job does. A clip that is no longer counted keeps its verdict.
          const clips = await tx
            .selectFrom('clip_tracking')
            .select('submission_id')
            .where('submission_id', 'in', ids)
            .where('state', '=', 'polling')
            .orderBy('submission_id')
            .forUpdate()
            .execute();
          await scoreClips(
            tx,
            clips.map((clip) => clip.submission_id),
            now,
          );
        });
      }
    },
  };
}
