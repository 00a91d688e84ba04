import { SECOND } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { nextAsk } from '../rules.ts';
import { readFailure, type StripeRail } from './client.ts';
import { takeDispute } from './take-dispute.ts';

interface Deps {
  db: Database;
  log: Log;
  rail: StripeRail;
}

/**
 * Polls open disputes once a day. A dispute freezes a host and everybody who clips for the host, so a lost
 * message must not prolong the freeze. Without an answer the job retries sooner, then with growing intervals.
 */
export function watchDisputes({ db, log, rail }: Deps): Job {
  return {
    name: 'deposits.watch-disputes',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      const due = await db
        .selectFrom('deposit_disputes')
        .select(['id', 'tries'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(50)
        .execute();
      for (const { id, tries } of due) {
        if (signal?.aborted) return;
        await db
          .updateTable('deposit_disputes')
          .set({ due_at: nextAsk(now, tries), tries: tries + 1 })
          .where('id', '=', id)
          .where('outcome', 'is', null)
          .execute();
        try {
          const dispute = await rail.client.disputes.retrieve(id);
          await transact(db, (tx) => takeDispute(tx, dispute, null, now));
        } catch (error) {
          log.warn({ disputeId: id, reason: readFailure(error).reason }, 'could not ask about a dispute');
        }
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => db.selectFrom('deposit_disputes').select(({ fn }) => fn.min('due_at').as('at')),
  };
}
