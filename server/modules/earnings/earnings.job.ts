import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { after, HOUR } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { nextReleaseAt, releaseAll } from './release.ts';
import { returnFreedBudget } from './return-freed.ts';
import { settleCounted } from './settle-counted.ts';
import { retryFailing, settleIsolated } from './settle-isolated.ts';

/**
 * The share of the time that sweeps over all clips may take, by the job's clock. Sweeps shorter than
 * `FREE_MS` run every round.
 */
const SWEEP_DUTY = 0.05;
/** The share of the time that settling new counts may take between sweeps. */
const COUNTED_DUTY = 0.2;
const FREE_MS = 250;

/**
 * All closed listings are checked for freed budget at this interval. Between, only listings whose budget the
 * settlement moved are checked.
 */
const CLOSED_MS = HOUR;

/**
 * Settles verified views, returns freed budget of closed listings, and releases due pending money. A sweep
 * finds everything to settle, but takes time in proportion to all clips. If sweeps take long, clips that were
 * counted or approved meanwhile are settled between sweeps, which takes time in proportion to their number.
 */
export function earningsJob(db: Database, { freeMs } = { freeMs: FREE_MS }): Job {
  let sweepAt = new Date(0);
  let resumeAt = new Date(0);
  let lastRunAt = new Date(0);
  let isPutOff = false;
  let closedAtMs = 0;
  return {
    name: 'earnings.settle',
    async run(now) {
      isPutOff = now < sweepAt;
      if (isPutOff && now < resumeAt) return;
      const started = performance.now();
      const settled = isPutOff
        ? await settleCounted(db, now, lastRunAt)
        : await settleIsolated(db, now, null);
      const retried = await retryFailing(db, now);
      const listingIds = [...settled.listingIds, ...retried.listingIds];
      lastRunAt = now;
      const returnFreed = async () => {
        // If a process stops between settling and returning, the first round of the next process returns the
        // money.
        const isForAll = started >= closedAtMs;
        await returnFreedBudget(db, now, isForAll ? null : listingIds);
        if (isForAll) closedAtMs = started + CLOSED_MS;
      };
      const report = async () => {
        for (const failure of [...settled.failures, ...retried.failures]) throw failure;
      };
      // If one of these steps or listings fails, the others still run.
      await forEachSettled([returnFreed, () => releaseAll(db, now), report], (step) => step());
      const took = performance.now() - started;
      if (took <= freeMs) return;
      if (isPutOff) resumeAt = after(now, took / COUNTED_DUTY);
      else sweepAt = after(now, took / SWEEP_DUTY);
    },
    // `sweepAt` is the end of the pause between sweeps. A tool that moves the clock then stops at this time
    // too, so that the sweep runs at the same time as if the clock had not been moved.
    nextDueAt: () => (isPutOff ? sql`select least(${nextReleaseAt}, ${sweepAt})` : nextReleaseAt),
  };
}
