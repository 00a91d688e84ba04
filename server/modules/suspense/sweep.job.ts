import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { type OwnAccount, sweepClosed } from './hold.ts';

/**
 * Moves money that closed accounts still hold to suspense. Code that moves money to a person sweeps it in the same
 * transaction; this job finds money from before that rule.
 */
export function sweepClosedAccounts(db: Database): Job {
  let dueAt = new Date(0);
  return {
    name: 'suspense.sweep',
    async run(now, signal) {
      if (now < dueAt) return;
      const { rows } = await sql<OwnAccount>`
        select a.kind, a.owner_id as "ownerId" from accounts u
        join ledger_accounts a on a.owner_id = u.id and a.kind in ('host', 'clipper_available') and a.balance_micros > 0
        where u.closed_at is not null order by a.kind, a.owner_id`.execute(db);
      const origin = (ownerId: AccountId) =>
        ({ cause: 'closed_account', rail: null, reference: ownerId, subjectId: ownerId }) as const;
      await forEachSettled(
        rows,
        (account) => transact(db, (tx) => sweepClosed(tx, account, origin(account.ownerId), now)),
        signal,
      );
      dueAt = after(now, HOUR);
    },
  };
}
