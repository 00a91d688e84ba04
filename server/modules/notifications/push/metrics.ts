import type { Clock } from '#server/infra/clock.ts';
import type { Metric } from '#server/infra/metric.ts';
import { outcomeCounter } from '#server/infra/outcome-counter.ts';
import type { Database } from '#server/infra/transaction.ts';
import { countDuePushes } from './claim.ts';
import { pushOutcomes } from './note-push.ts';

export const pushCounter = () =>
  outcomeCounter(
    { name: 'permille_pushes_total', help: 'Attempts of this process to push to browsers' },
    pushOutcomes,
  );

export const pushesDue = ({ db, clock }: { db: Database; clock: Clock }): Metric => ({
  name: 'permille_pushes_due',
  help: 'Pushes to browsers that are due and have not left',
  read: () => countDuePushes(db, clock.now()),
});
