import type { AccountId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import { after } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { allocateAccruals } from '#server/modules/earnings/earnings.ts';
import { clipperAvailable, payoutAccount, post } from '#server/modules/ledger/ledger.ts';
import { PROCESS_WITHIN } from './rules.ts';
import { waitingAccruals } from './waiting.ts';

interface Start {
  clipperId: AccountId;
  cause: 'withdrawal' | 'weekly' | 'closing';
  /** Whole cents. */
  amountMicros: Micros;
  destination: string;
  now: Date;
}

/**
 * Moves available money into a new payout, with the accruals that were released first. Returns the payout's
 * id. The caller has locked the account and checked the amount against its balance. Other payouts of this
 * person may be under way.
 */
export async function startPayout(tx: Tx, start: Start): Promise<string> {
  const { clipperId, cause, amountMicros, destination, now } = start;
  const id = newId();
  await tx
    .insertInto('payouts')
    .values({
      id,
      clipper_id: clipperId,
      cause,
      amount_micros: amountMicros,
      destination,
      state: 'requested',
      requested_at: now,
      due_at: after(now, PROCESS_WITHIN),
    })
    .execute();
  const posted = await post(tx, {
    key: `payout:${id}:started`,
    kind: 'payout.started',
    occurredAt: now,
    transfers: [
      { debit: clipperAvailable(clipperId), credit: payoutAccount(id), amountMicros, subjectId: id },
    ],
  });
  if (posted !== 'posted') throw new Error(`payout ${id} was not started: ${posted}`);
  await allocateAccruals(tx, [id], {
    waiting: cause === 'closing' ? null : await waitingAccruals(tx, [clipperId], now),
    now,
  });
  return id;
}
