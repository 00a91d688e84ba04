import { performance } from 'node:perf_hooks';
import type { DueWork } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { nextReleaseAt, releaseDue } from './release.ts';
import { settle } from './settle.ts';

/** A sweep over very many clips may take this share of the time; small ones run every round. */
const DUTY = 0.05;
const FREE_MS = 250;

/** Settles what verification counted and releases what was held long enough. */
export function earningsJob(db: Database): DueWork {
  let resumeAtMs = 0;
  return {
    name: 'earnings',
    async run(now) {
      const started = performance.now();
      if (started < resumeAtMs) return;
      await settle(db, now);
      await releaseDue(db, now);
      const took = performance.now() - started;
      resumeAtMs = took > FREE_MS ? performance.now() + took / DUTY : 0;
    },
    nextDueAt: () => nextReleaseAt(db),
  };
}
