import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { BUDGET_MAX } from '#contract/limits.ts';
import { brokenTopUp } from '#contract/listings/listing-checks.ts';
import type { ListingBudget } from '#contract/listings/listings.ts';
import { type Micros, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, listing, post } from '#server/modules/ledger/ledger.ts';
import { resumeUnclaimed } from './exhaust.ts';
import { budgetOf, isBalanceFrozen } from './queries.ts';

/**
 * Moves more of the host's balance into an active or paused listing. Waiting clips are paid first; an
 * exhausted listing then resumes.
 */
export async function topUpListing(
  tx: Tx,
  change: { hostId: AccountId; userId: UserId; listingId: string; amountMicros: Micros; now: Date },
): Promise<
  Outcome<
    { budget: ListingBudget },
    'not_found' | 'listing_state' | 'invalid_input' | 'insufficient_balance' | 'balance_frozen'
  >
> {
  const { hostId, userId, listingId, amountMicros, now } = change;
  const row = await tx
    .selectFrom('listings')
    .select(['state', 'funded_micros'])
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  if (!row) return refuse('not_found');
  const broken = brokenTopUp(amountMicros, micros(row.funded_micros));
  if (broken) return refuse('invalid_input', broken);

  // Locks the accounts before the listing, in the order of a settlement.
  const posted = await post(tx, {
    key: `listing.topped_up:${newId()}`,
    kind: 'listing.topped_up',
    occurredAt: now,
    transfers: [{ debit: host(hostId), credit: listing(listingId), amountMicros, subjectId: listingId }],
  });
  if (await isBalanceFrozen(tx, hostId)) return refuse('balance_frozen');
  if (posted === 'insufficient') return refuse('insufficient_balance');
  const funded = await tx
    .updateTable('listings')
    .set((eb) => ({ funded_micros: eb('funded_micros', '+', amountMicros as bigint) }))
    .where('id', '=', listingId)
    .where('state', 'in', ['active', 'paused'])
    .where('funded_micros', '<=', BUDGET_MAX - amountMicros)
    .returning('id')
    .executeTakeFirst();
  if (!funded) return refuse('listing_state');
  await writeAudit(tx, actBy('host', userId, now), 'listing.topped_up', 'listing', listingId, {
    amountMicros,
  });
  await resumeUnclaimed(tx, listingId, now);
  return { budget: await budgetOf(tx, listingId) };
}
