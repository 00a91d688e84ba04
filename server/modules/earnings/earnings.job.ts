import { performance } from 'node:perf_hooks';
import { after, HOUR } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { nextReleaseAt, releaseAll } from './release.ts';
import { returnFreedBudget } from './return-freed.ts';
import { settle } from './settle.ts';

/** A sweep over very many clips may take this share of the time, by the clock that moves the work; small ones run every round. */
const DUTY = 0.05;
const FREE_MS = 250;

/** How often every closed listing is checked; in between, only those whose money the settlement moved. */
const SWEEP_MS = HOUR;

/** Settles what verification counted, returns what came free on closed listings, releases what was pending long enough. */
export function earningsJob(db: Database, { freeMs } = { freeMs: FREE_MS }): Job {
  let resumeAt = new Date(0);
  let isPutOff = false;
  let sweepAtMs = 0;
  return {
    name: 'earnings.settle',
    async run(now) {
      isPutOff = now < resumeAt;
      if (isPutOff) return;
      const started = performance.now();
      const { listingIds } = await settle(db, now);
      const returnFreed = async () => {
        // A process that was stopped between the two left the money there: the first round of the next one finds it.
        const isSweep = started >= sweepAtMs;
        await returnFreedBudget(db, now, isSweep ? null : listingIds);
        if (isSweep) sweepAtMs = started + SWEEP_MS;
      };
      // A listing that fails does not delay other releases.
      await forEachSettled([returnFreed, () => releaseAll(db, now)], (step) => step());
      const took = performance.now() - started;
      if (took > freeMs) resumeAt = after(now, took / DUTY);
    },
    // A clock that is moved by tools stops where the rest period ends, as time that passes by itself does.
    async nextDueAt() {
      const releaseAt = await nextReleaseAt(db);
      return isPutOff && (releaseAt === null || resumeAt < releaseAt) ? resumeAt : releaseAt;
    },
  };
}
