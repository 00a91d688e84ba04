import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, ZERO_MICROS } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { balanceOf, host, listing, lock, post } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { isClosed, sweepClosed } from '#server/modules/suspense/suspense.ts';

/**
 * Moves the balance of a closed listing's account back to the host, unless it is frozen. Returns the amount.
 * Call this again whenever more becomes free: each return has a separate number, and returned money is no
 * longer in the account. A host who has left gets nothing, frozen or not: an admin decides about that money.
 */
export async function returnRemainder(
  tx: Tx,
  { listingId, hostId, now }: { listingId: string; hostId: AccountId; now: Date },
): Promise<Micros> {
  await lock(tx, [host(hostId), listing(listingId)]);
  const amountMicros = await balanceOf(tx, listing(listingId));
  if (amountMicros === ZERO_MICROS) return ZERO_MICROS;
  const hasLeft = await isClosed(tx, hostId);
  const closed = await tx
    .updateTable('listings')
    .set((eb) => ({ remainder_returns: eb('remainder_returns', '+', 1) }))
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .where('state', 'in', ['settled', 'removed'])
    .where(({ eb, or, lit }) => or([eb('remainder_frozen', '=', false), lit(hasLeft)]))
    .returning(['remainder_returns', 'title'])
    .executeTakeFirst();
  if (!closed) return ZERO_MICROS;
  const posted = await post(tx, {
    key: `listing.settled:${listingId}:${closed.remainder_returns}`,
    kind: 'listing.settled',
    occurredAt: now,
    transfers: [{ debit: listing(listingId), credit: host(hostId), amountMicros, subjectId: listingId }],
  });
  if (posted !== 'posted') throw new Error(`the rest of listing ${listingId} was not returned: ${posted}`);
  const origin = {
    cause: 'budget_freed',
    rail: null,
    reference: closed.title,
    subjectId: listingId,
  } as const;
  await sweepClosed(tx, host(hostId), origin, now);
  return amountMicros;
}

/** Returns budget that became free after a listing was closed, and notifies its host. */
export async function returnFreed(
  tx: Tx,
  freed: { listingId: string; hostId: AccountId; title: string; now: Date },
): Promise<Micros> {
  const { listingId, hostId, title, now } = freed;
  const amountMicros = await returnRemainder(tx, freed);
  if (amountMicros === ZERO_MICROS) return amountMicros;
  await writeAudit(tx, bySystem(now), 'listing.remainder_returned', 'listing', listingId, { amountMicros });
  await notify(
    tx,
    {
      accountId: hostId,
      kind: 'listing.remainder_returned',
      title: 'Budget returned',
      body: `${formatUsd(amountMicros)} reserved by “${title}” was not needed and went back to your balance.`,
      link: '/host/budget',
    },
    now,
  );
  return amountMicros;
}
