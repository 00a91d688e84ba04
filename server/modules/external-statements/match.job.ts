import { after, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { matchLines } from './match-lines.ts';
import { hasLines } from './queries.ts';

/** Repeats the matching every hour, for movements that were booked after their statement was imported. */
export function matchStatements(db: Database): Job {
  let dueAt = new Date(0);
  return {
    name: 'external-statements.match',
    async run(now) {
      if (now < dueAt) return;
      if (await hasLines(db)) await transact(db, matchLines);
      dueAt = after(now, HOUR);
    },
  };
}
