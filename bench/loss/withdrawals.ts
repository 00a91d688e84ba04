import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { withdraw } from '#server/modules/payouts/payouts.ts';
import { waitingOfAll } from '#server/modules/payouts/waiting.ts';
import type { Account } from './people.ts';
import type { LossWorld } from './world.ts';

/** Dollars of an accrual that a payout took, and when. */
export interface Taken {
  dollars: number;
  at: Date;
}

/** The least withdrawal, in micro-dollars. */
const LEAST = 5_000_000n;

/** Payouts of all accounts: everybody withdraws whatever can leave as soon as it can. */
export function withdrawals({ db, clock }: LossWorld) {
  /** Money that payouts took, by clip and entry. */
  const taken = new Map<string, Taken[]>();
  return { taken, withdrawAll };

  async function withdrawAll(accounts: ReadonlyMap<string, Account>): Promise<void> {
    const { rows } = await sql<{ clipper_id: AccountId; available: bigint }>`
      select clipper_id, sum(available_micros)::bigint as available from accruals where available_micros > 0
      group by clipper_id having sum(available_micros) >= ${LEAST} order by 1`.execute(db);
    const ids = rows.map(({ clipper_id }) => clipper_id);
    const waiting = new Map(
      (await waitingOfAll(db, ids, clock.now())).map((one) => [one.clipperId, one.amountMicros]),
    );
    for (const { clipper_id: clipperId, available } of rows) {
      const account = accounts.get(clipperId)!;
      const waits = waiting.get(clipperId) ?? 0n;
      if (available - waits >= LEAST) await withdrawOf(account);
      else if (waits > 0n) account.waitsSince ??= clock.now();
      else account.waitsSince = null;
    }
  }

  async function withdrawOf(account: Account): Promise<void> {
    const now = clock.now();
    const { accountId: clipperId } = account.clipper;
    const before = await availableOf(clipperId);
    const outcome = await transact(db, (tx) =>
      withdraw(tx, { clipperId, userId: personOf(clipperId), asked: undefined, now }),
    );
    if (isRefusal(outcome)) {
      if (outcome.code === 'withdrawal_waits') account.waitsSince ??= now;
      return;
    }
    const left = await availableOf(clipperId);
    for (const [key, micros] of before) {
      const dollars = Number(micros - (left.get(key) ?? 0n)) / 1e6;
      if (dollars > 0) taken.set(key, [...(taken.get(key) ?? []), { dollars, at: now }]);
    }
    // Money that a payout did not take waits, except a remainder below a dollar.
    const rest = [...left.values()].reduce((sum, micros) => sum + micros, 0n);
    account.waitsSince = rest >= 1_000_000n ? (account.waitsSince ?? now) : null;
  }

  async function availableOf(clipperId: AccountId): Promise<Map<string, bigint>> {
    const rows = await db
      .selectFrom('accruals')
      .select(['submission_id', 'entry_id', 'available_micros'])
      .where('clipper_id', '=', clipperId)
      .where('available_micros', '>', 0n)
      .execute();
    return new Map(rows.map((row) => [`${row.submission_id} ${row.entry_id}`, row.available_micros]));
  }
}
