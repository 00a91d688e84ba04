import { SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { failDeposit } from './fail.ts';

/** Fails overdue deposits: those that never reached a processor, and bank transfers that never arrived. */
export function expireDeposits(db: Database): Job {
  const waiting = () =>
    db
      .selectFrom('deposits')
      .where('state', '=', 'created')
      .where('session_id', 'is', null)
      .where('due_at', 'is not', null);
  return {
    name: 'deposits.expire',
    everyMs: 10 * SECOND,
    async run(now) {
      const due = await waiting().select(['id', 'rail']).where('due_at', '<=', now).limit(200).execute();
      await forEachSettled(due, async ({ id, rail }) => {
        const reason =
          rail === 'bank' ? 'No transfer with its reference arrived.' : 'The payment page was not opened.';
        const by = { actorId: null, actorKind: 'system' } as const;
        await transact(db, (tx) =>
          failDeposit(tx, { depositId: id, reason, by, notifyHost: rail === 'bank', now }),
        );
      });
    },
    isIdleUntilDue: true,
    nextDueAt: () => waiting().select(({ fn }) => fn.min('due_at').as('at')),
  };
}
