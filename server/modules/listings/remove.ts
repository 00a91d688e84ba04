import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { type Micros, ZERO_MICROS } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, listing, lock } from '#server/modules/ledger/ledger.ts';
import { returnRemainder } from './return-remainder.ts';

interface Removal {
  listingId: string;
  adminId: UserId;
  reason: string;
  /** True after payment fraud: the free budget remains in the listing. */
  frozen: boolean;
  now: Date;
}

/**
 * Locks a listing for its removal: until the transaction ends nobody submits to the listing, and no other
 * money moves through it. Locks the accounts before the listing's row, as a settlement does.
 */
export async function lockForRemoval(
  tx: Tx,
  listingId: string,
): Promise<Outcome<{ hostId: AccountId; title: string }, 'not_found' | 'listing_state'>> {
  const known = await tx
    .selectFrom('listings')
    .select('host_id')
    .where('id', '=', listingId)
    .executeTakeFirst();
  if (!known) return refuse('not_found');
  await lock(tx, [host(known.host_id), listing(listingId)]);
  const open = await tx
    .selectFrom('listings')
    .select(['host_id as hostId', 'title'])
    .where('id', '=', listingId)
    .where('state', 'in', ['active', 'paused', 'ended'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open ?? refuse('listing_state');
}

/**
 * Removes a listing in any state except settled; accrual stops. The free budget goes back to the host unless
 * it is frozen. The caller has settled the earnings due up to this moment.
 */
export async function removeListing(
  tx: Tx,
  { listingId, adminId, reason, frozen, now }: Removal,
): Promise<Outcome<{ returnedMicros: Micros }, 'not_found' | 'listing_state'>> {
  const removed = await tx
    .updateTable('listings')
    .set({
      state: 'removed',
      pause_reason: null,
      removed_at: now,
      removal_reason: reason,
      remainder_frozen: frozen,
    })
    .where('id', '=', listingId)
    .where('state', 'in', ['active', 'paused', 'ended'])
    .returning('host_id')
    .executeTakeFirst();
  if (!removed) return await whyNot(tx, listingId);
  await writeAudit(tx, actBy('admin', adminId, now), 'listing.removed', 'listing', listingId, {
    reason,
    frozen,
  });
  if (frozen) return { returnedMicros: ZERO_MICROS };
  return { returnedMicros: await returnRemainder(tx, { listingId, hostId: removed.host_id, now }) };
}

async function whyNot(tx: Tx, listingId: string) {
  const row = await tx.selectFrom('listings').select('id').where('id', '=', listingId).executeTakeFirst();
  return refuse(row ? 'listing_state' : 'not_found');
}

interface Pause {
  hostId: AccountId;
  /** The admin who paused them; null if a dispute did. */
  adminId: UserId | null;
  reason: 'banned' | 'disputed';
  now: Date;
}

/** Pauses every active listing of a host who was banned or whose payment is disputed, until the ban or dispute ends. */
export async function pauseListingsOfHost(tx: Tx, pause: Pause): Promise<number> {
  const paused = await tx
    .updateTable('listings')
    .set({ state: 'paused', pause_reason: pause.reason })
    .where('host_id', '=', pause.hostId)
    .where('state', 'in', ['active', 'paused'])
    // A banned host's listings remain paused when a dispute ends.
    .where('pause_reason', 'is distinct from', 'banned')
    .returning('id')
    .execute();
  await auditEach(tx, paused, pause, 'listing.paused');
  return paused.length;
}

/**
 * Hands paused listings back to their host after the end of a ban or dispute: they remain paused until the
 * host resumes them.
 */
export async function returnListingsToHost(tx: Tx, pause: Pause): Promise<void> {
  const handedBack = await tx
    .updateTable('listings')
    .set({ pause_reason: 'host' })
    .where('host_id', '=', pause.hostId)
    .where('state', '=', 'paused')
    .where('pause_reason', '=', pause.reason)
    .returning('id')
    .execute();
  await auditEach(tx, handedBack, pause, 'listing.handed_back');
}

async function auditEach(
  tx: Tx,
  rows: { id: string }[],
  { adminId, reason, now }: Pause,
  action: string,
): Promise<void> {
  for (const { id } of rows) {
    await writeAudit(tx, actBy(adminId ? 'admin' : 'system', adminId, now), action, 'listing', id, {
      reason,
    });
  }
}
