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

/** A sweep over all clips may take this share of the time, by the clock that moves the work; small ones run every round. */
const SWEEP_DUTY = 0.05;
/** Between sweeps, so may what was counted meanwhile. */
const COUNTED_DUTY = 0.2;
const FREE_MS = 250;

/** How often every closed listing is checked; in between, only those whose money the settlement moved. */
const CLOSED_MS = HOUR;

/**
 * Settles what verification counted, returns what came free on closed listings, releases what was pending long enough. A sweep finds
 * whatever there is to settle and costs as much as there are clips; where that takes long, what was counted or approved is settled
 * between sweeps, which costs as much as that was.
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
        // A process that was stopped between the two left the money there: the first round of the next one finds it.
        const isForAll = started >= closedAtMs;
        await returnFreedBudget(db, now, isForAll ? null : listingIds);
        if (isForAll) closedAtMs = started + CLOSED_MS;
      };
      const report = async () => {
        for (const failure of [...settled.failures, ...retried.failures]) throw failure;
      };
      // A listing that fails does not delay other releases.
      await forEachSettled([returnFreed, () => releaseAll(db, now), report], (step) => step());
      const took = performance.now() - started;
      if (took <= freeMs) return;
      if (isPutOff) resumeAt = after(now, took / COUNTED_DUTY);
      else sweepAt = after(now, took / SWEEP_DUTY);
    },
    // A clock that is moved by tools stops where the rest period ends, as time that passes by itself does.
    nextDueAt: () => (isPutOff ? sql`select least(${nextReleaseAt}, ${sweepAt})` : nextReleaseAt),
  };
}
