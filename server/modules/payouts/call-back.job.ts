import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { offsetDebt } from '#server/modules/earnings/earnings.ts';
import { cancelWaiting } from './cancel-waiting.ts';
import { lockBalances } from './lock-balances.ts';
import { isWaiting, owes } from './queries.ts';

/**
 * Cancels waiting payouts of clippers with a debt, then pays the debt from the available balance. Upholding
 * fraud does both in its own transaction; this job covers payouts requested before.
 */
export function callBackOwed(db: Database): Job {
  let dueAt = new Date(0);
  return {
    name: 'payouts.call-back',
    async run(now, signal) {
      if (now < dueAt) return;
      const { rows } = await sql<{ id: AccountId }>`
        select o.owner_id as id from ledger_accounts o
        where o.kind = 'clipper_owed' and o.balance_micros < 0 and (
          exists (select from ledger_accounts a
            where a.kind = 'clipper_available' and a.owner_id = o.owner_id and a.balance_micros > 0)
          or exists (select from payouts p where p.clipper_id = o.owner_id and ${isWaiting}))
        order by o.owner_id`.execute(db);
      await forEachSettled(rows, ({ id }) => transact(db, (tx) => payOff(tx, id, now)), signal);
      dueAt = after(now, HOUR);
    },
  };
}

async function payOff(tx: Tx, clipperId: AccountId, now: Date): Promise<void> {
  await lockBalances(tx, [clipperId]);
  // The debt may have been paid or written off while this transaction waited for the lock.
  if (!(await owes(tx, clipperId))) return;
  await cancelWaiting(tx, clipperId, now);
  await offsetDebt(tx, clipperId, now);
}
