import type { AccountId } from '#contract/accounts/ids.ts';
import { cutToCents, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { SuspenseItems } from '#db/types.ts';
import { type Doer, SYSTEM, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import {
  balanceOf,
  clearing,
  type LedgerAccount,
  lock,
  post,
  type Rail,
  rounding,
  suspense,
} from '#server/modules/ledger/ledger.ts';
import { isClosed } from './queries.ts';

/** A person's accounts to which money can return: `host` and `clipperAvailable` of the ledger. */
export type OwnAccount = LedgerAccount & { kind: 'host' | 'clipper_available'; ownerId: AccountId };

interface Origin {
  cause: SuspenseItems['cause'];
  /** The outside rail that holds the money, if known. */
  rail: Rail | null;
  /** The money's reference on that rail. */
  reference: string;
  /** The deposit, listing or payout from which it arrived. */
  subjectId: string;
}

/**
 * Empties the account of a person who has left, right after money arrived on it. Whole cents go to suspense
 * as one item, and less than a cent goes to the platform. Does nothing while the account is open. Call this
 * in the transaction that moved money to a host or clipper. Returns the amount in suspense.
 */
export async function sweepClosed(tx: Tx, account: OwnAccount, origin: Origin, now: Date): Promise<Micros> {
  if (!(await isClosed(tx, account.ownerId))) return ZERO_MICROS;
  await lock(tx, [account, suspense]);
  const balance = await balanceOf(tx, account);
  const amountMicros = cutToCents(balance);
  const itemId = newId();
  const less = micros(balance - amountMicros);
  if (less > ZERO_MICROS) {
    const posted = await post(tx, {
      key: `account.closed:${itemId}`,
      kind: 'account.closed',
      occurredAt: now,
      transfers: [{ debit: account, credit: rounding, amountMicros: less, subjectId: account.ownerId }],
    });
    if (posted !== 'posted') throw new Error(`the rest of ${account.ownerId} was not booked: ${posted}`);
  }
  if (amountMicros === ZERO_MICROS) return ZERO_MICROS;
  const owner = { owner_kind: account.kind, owner_id: account.ownerId };
  await insert(tx, { id: itemId, ...owner, amountMicros, ...origin }, now);
  await receive(tx, { itemId, from: account, amountMicros, cause: origin.cause }, SYSTEM, now);
  return amountMicros;
}

interface Found {
  cause: 'bank_transfer' | 'card_payment' | 'unmatched';
  rail: Rail;
  /**
   * The reference that the bank or processor gave the money. A second call with the same reference opens no
   * item.
   */
  reference: string;
  /** Whole cents, above zero. */
  amountMicros: Micros;
  subjectId?: string | undefined;
}

/**
 * Books outside money without a known owner from the rail's clearing account to suspense. Returns the item;
 * null if the money was recorded before.
 */
export async function openSuspense(
  tx: Tx,
  { cause, rail, reference, amountMicros, subjectId }: Found,
  by: Doer,
  now: Date,
): Promise<string | null> {
  const id = newId();
  const item = { id, cause, rail, reference, amountMicros, subjectId: subjectId ?? id };
  const isNew = await insert(tx, { ...item, owner_kind: null, owner_id: null }, now);
  if (!isNew) return null;
  await receive(tx, { itemId: id, from: clearing(rail), amountMicros, cause }, by, now);
  return id;
}

async function insert(
  tx: Tx,
  {
    subjectId,
    amountMicros,
    ...item
  }: Origin & Pick<SuspenseItems, 'id' | 'owner_kind' | 'owner_id'> & { amountMicros: Micros },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('suspense_items')
    .values({ ...item, subject_id: subjectId, amount_micros: amountMicros, arrived_at: now })
    .onConflict((oc) => oc.columns(['rail', 'reference']).where('owner_id', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function receive(
  tx: Tx,
  item: { itemId: string; from: LedgerAccount; amountMicros: Micros; cause: SuspenseItems['cause'] },
  by: Doer,
  now: Date,
): Promise<void> {
  const { itemId, from, amountMicros, cause } = item;
  const posted = await post(tx, {
    key: `suspense.received:${itemId}`,
    kind: 'suspense.received',
    occurredAt: now,
    transfers: [{ debit: from, credit: suspense, amountMicros, subjectId: itemId }],
  });
  if (posted !== 'posted') throw new Error(`suspense item ${itemId} was not booked: ${posted}`);
  await writeAudit(tx, { at: now, ...by }, 'suspense.received', 'suspense_item', itemId, {
    cause,
    amountMicros,
  });
}
