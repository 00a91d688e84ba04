import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { returnRemainder, unfreezeRemainder } from '#server/modules/listings/listings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { settleCompletely } from './remove-listing.ts';

interface Unfreezing {
  listingId: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/**
 * Lifts the freeze of a removed listing. The remaining budget first pays clips that have a claim to it, and
 * the rest returns to the host.
 */
export async function unfreezeSettled(
  db: Database,
  unfreezing: Unfreezing,
): Promise<
  Outcome<{ returnedMicros: Micros }, 'not_found' | 'listing_state' | 'second_admin_needed' | 'own_money'>
> {
  const { listingId, now } = unfreezing;
  return await transact(db, async (tx) => {
    const lifted = await unfreezeRemainder(tx, unfreezing);
    if (isRefusal(lifted)) return lifted;
    await settleCompletely(tx, now, listingId);
    const returnedMicros = await returnRemainder(tx, { listingId, hostId: lifted.hostId, now });
    await notify(
      tx,
      {
        accountId: lifted.hostId,
        kind: 'listing.remainder_returned',
        title: 'Budget returned',
        body: `The budget of “${lifted.title}” is no longer frozen. ${formatUsd(returnedMicros)} went back to your balance.`,
        link: '/host/budget',
      },
      now,
    );
    const alone = await decideMoneyAct(tx, {
      kind: 'listing.unfreeze',
      subjectId: listingId,
      adminId: unfreezing.adminId,
      shares: [{ accountId: lifted.hostId, amountMicros: returnedMicros }],
      summary: `the frozen budget of “${lifted.title}”, ${formatUsd(returnedMicros)}, goes back to its host.`,
      now,
    });
    return alone ?? { returnedMicros };
  });
}
