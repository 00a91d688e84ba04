import { sql } from 'kysely';
import { after, HOUR } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { withdraw } from '#server/modules/payouts/payouts.ts';
import type { Account } from './people.ts';
import type { LossWorld } from './world.ts';

/** Dollars of an accrual that a payout took, and when. */
export interface Taken {
  dollars: number;
  at: Date;
}

/** Somewhat less than a day, so that the attempt is at the same hour. */
const RETRY = 23 * HOUR;

/** Payouts of all accounts: everybody withdraws whatever can leave as soon as it can. */
export function withdrawals({ db, clock }: LossWorld) {
  /** Money that payouts took, by clip and entry. */
  const taken = new Map<string, Taken[]>();
  const retryAt = new Map<Account, Date>();
  return { taken, withdrawAll };

  async function withdrawAll(accounts: ReadonlyMap<string, Account>): Promise<void> {
    const { rows } = await sql<{ clipper_id: string }>`
      select clipper_id from accruals where available_micros > 0
      group by clipper_id having sum(available_micros) >= 5000000 order by 1`.execute(db);
    for (const { clipper_id: clipperId } of rows) {
      const account = accounts.get(clipperId)!;
      if ((retryAt.get(account) ?? clock.now()) > clock.now()) continue;
      await withdrawOf(account);
      // Evidence arrives once a day, so money that waits is asked for once a day.
      if (account.waitsSince) retryAt.set(account, after(clock.now(), RETRY));
    }
  }

  async function withdrawOf(account: Account): Promise<void> {
    const now = clock.now();
    const { userId: clipperId } = account.clipper;
    const before = await availableOf(clipperId);
    const outcome = await transact(db, (tx) => withdraw(tx, { clipperId, asked: undefined, now }));
    if (isRefusal(outcome)) {
      if (outcome.code === 'withdrawal_waits') account.waitsSince ??= now;
      return;
    }
    const left = await availableOf(clipperId);
    for (const [key, micros] of before) {
      const dollars = Number(micros - (left.get(key) ?? 0n)) / 1e6;
      if (dollars > 0) taken.set(key, [...(taken.get(key) ?? []), { dollars, at: now }]);
    }
    // Money that was left behind waits; a cent is what whole cents leave.
    const rest = [...left.values()].reduce((sum, micros) => sum + micros, 0n);
    account.waitsSince = rest >= 1_000_000n ? (account.waitsSince ?? now) : null;
  }

  async function availableOf(clipperId: string): Promise<Map<string, bigint>> {
    const rows = await db
      .selectFrom('accruals')
      .select(['submission_id', 'entry_id', 'available_micros'])
      .where('clipper_id', '=', clipperId)
      .where('available_micros', '>', 0n)
      .execute();
    return new Map(rows.map((row) => [`${row.submission_id} ${row.entry_id}`, row.available_micros]));
  }
}
