import { after, type Clock, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type ReconciliationDeps, reconcileNight } from './record-reconciliation.ts';

/** The hour of the run, in UTC. It is after the end of the UTC day and before the demo resets. */
const RECONCILIATION_HOUR = 3;

const lastNightAt = (now: Date): Date =>
  after(
    new Date(Math.floor((now.getTime() - RECONCILIATION_HOUR * HOUR) / DAY) * DAY),
    RECONCILIATION_HOUR * HOUR,
  );

/**
 * Reconciles the ledger once a night, or later if the server was down. Changes nothing in the rows that it
 * checks.
 */
export function nightlyReconciliation({ clock, ...deps }: ReconciliationDeps & { clock: Clock }): Job {
  let doneFor = 0;
  return {
    name: 'ledger.reconcile',
    async run(now, signal) {
      const night = lastNightAt(now);
      if (night.getTime() === doneFor) return;
      if (await reconcileNight(deps, night, now, signal)) doneFor = night.getTime();
    },
    nextDueAt: async () => after(lastNightAt(clock.now()), DAY),
  };
}
