import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import type { SuspenseItems } from '#db/types.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct, type MoneyRefusal } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import {
  balanceOf,
  clearing,
  host,
  type LedgerAccount,
  lock,
  loss,
  post,
  type Rail,
  suspense,
} from '#server/modules/ledger/ledger.ts';
import type { OwnAccount } from './hold.ts';
import { findOpenHost } from './queries.ts';

export interface Act {
  itemId: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/** An open item whose row is locked. */
export interface OpenItem {
  id: string;
  owner: OwnAccount | null;
  rail: Rail | null;
  amountMicros: Micros;
  subjectId: string;
}

type Refused = 'not_found' | 'suspense_resolved' | 'second_admin_needed';

/**
 * Records that the money was sent back by hand, by this rail and reference. A clipper's earnings are sent as a
 * payout instead.
 */
export async function sendBack(
  tx: Tx,
  act: Act,
  sent: { rail: Rail; reference: string },
): Promise<Outcome<null, Refused | 'own_money' | 'suspense_is_earned'>> {
  const item = await lockOpen(tx, act.itemId, [clearing(sent.rail)]);
  if (isRefusal(item)) return item;
  if (item.owner?.kind === 'clipper_available') return refuse('suspense_is_earned');
  await move(tx, item, 'suspense.sent_back', clearing(sent.rail), act.now);
  const how = `is sent back by ${sent.rail} under ${sent.reference}`;
  const resolved = { state: 'sent_back', sent_rail: sent.rail, sent_reference: sent.reference } as const;
  return await end(tx, act, { item, accountId: item.owner?.ownerId ?? null, how, resolved });
}

/** Books money that nobody will claim as a reduction of the platform's losses. */
export async function writeOff(tx: Tx, act: Act): Promise<Outcome<null, Refused>> {
  const item = await lockOpen(tx, act.itemId, [loss]);
  if (isRefusal(item)) return item;
  await move(tx, item, 'suspense.written_off', loss, act.now);
  const how = 'is written off';
  return await end(tx, act, { item, accountId: null, how, resolved: { state: 'written_off' } });
}

/** An open item and the host to whom an admin credits it. */
export interface Crediting {
  item: OpenItem;
  hostId: AccountId;
  username: string;
}

/** Locks an item that an admin credits to the host with this name. */
export async function lockForCredit(
  tx: Tx,
  { itemId }: Act,
  username: string,
): Promise<Outcome<Crediting, Refused | 'suspense_is_earned' | 'suspense_no_host'>> {
  const hostId = await findOpenHost(tx, username);
  if (!hostId) return refuse('suspense_no_host', { field: 'username' });
  const item = await lockOpen(tx, itemId, [host(hostId)]);
  if (isRefusal(item)) return item;
  if (item.owner?.kind === 'clipper_available') return refuse('suspense_is_earned');
  return { item, hostId, username };
}

/** Ends an item whose money the caller has moved to the host's balance as this deposit. */
export const endCredited = (
  tx: Tx,
  act: Act,
  { item, hostId, username, depositId }: Crediting & { depositId: string },
): Promise<MoneyRefusal<AccountId> | null> =>
  end(tx, act, {
    item,
    accountId: hostId,
    how: `goes to @${username}`,
    resolved: { state: 'credited', deposit_id: depositId },
  });

/**
 * Moves one item back to the closed host's balance from which the money was taken. The caller sends the money
 * on in the same transaction.
 */
export async function reclaimForCardRefund(
  tx: Tx,
  act: Act,
): Promise<Outcome<OpenItem, Refused | 'own_money' | 'suspense_no_card'>> {
  const item = await lockOpen(tx, act.itemId, []);
  if (isRefusal(item)) return item;
  if (item.owner?.kind !== 'host') return refuse('suspense_no_card');
  await move(tx, item, 'suspense.reclaimed', item.owner, act.now);
  const { ownerId: accountId } = item.owner;
  const how = 'goes back to the card';
  return (await end(tx, act, { item, accountId, how, resolved: { state: 'reclaimed' } })) ?? item;
}

/**
 * Moves money back to a closed account for a claim that precedes all others: a bank reverses a payment, fraud
 * is upheld, or a payout is sent again. Moves item by item, first the items of `subjectId`, until the account
 * holds `wanted`; without `wanted`, moves all items. The caller sweeps the rest.
 */
export async function reclaimSuspense(
  tx: Tx,
  owner: OwnAccount,
  now: Date,
  { wanted, subjectId }: { wanted?: Micros; subjectId?: string } = {},
): Promise<void> {
  await lock(tx, [owner, suspense]);
  const items = await tx
    .selectFrom('suspense_items')
    .select(['id', 'amount_micros'])
    .where('owner_id', '=', owner.ownerId)
    .where('owner_kind', '=', owner.kind)
    .where('state', '=', 'open')
    .orderBy((eb) => eb('subject_id', 'is distinct from', subjectId ?? null))
    .orderBy('arrived_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  let held: bigint = await balanceOf(tx, owner);
  for (const { id, amount_micros } of items) {
    if (wanted !== undefined && held >= wanted) break;
    await move(tx, { id, amountMicros: micros(amount_micros) }, 'suspense.reclaimed', owner, now);
    const reclaimed = { state: 'reclaimed', resolved_at: now } as const;
    await tx.updateTable('suspense_items').set(reclaimed).where('id', '=', id).execute();
    held += amount_micros;
  }
}

/** Locks the accounts, then the item. A concurrent second call then finds that the item is resolved. */
async function lockOpen(
  tx: Tx,
  itemId: string,
  accounts: LedgerAccount[],
): Promise<Outcome<OpenItem, Refused>> {
  await lock(tx, [...accounts, suspense]);
  const row = await tx
    .selectFrom('suspense_items')
    .select(['id', 'owner_kind', 'owner_id', 'rail', 'amount_micros', 'subject_id', 'state'])
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse('not_found');
  if (row.state !== 'open') return refuse('suspense_resolved');
  const { owner_kind: kind, owner_id: ownerId } = row;
  return {
    id: row.id,
    owner: kind && ownerId ? { kind: kind as OwnAccount['kind'], ownerId } : null,
    rail: row.rail,
    amountMicros: micros(row.amount_micros),
    subjectId: row.subject_id,
  };
}

async function move(
  tx: Tx,
  { id, amountMicros }: Pick<OpenItem, 'id' | 'amountMicros'>,
  kind: 'suspense.sent_back' | 'suspense.written_off' | 'suspense.reclaimed',
  credited: LedgerAccount,
  now: Date,
): Promise<void> {
  const posted = await post(tx, {
    key: `${kind}:${id}`,
    kind,
    occurredAt: now,
    transfers: [{ debit: suspense, credit: credited, amountMicros, subjectId: id }],
  });
  if (posted !== 'posted') throw new Error(`suspense item ${id} was not moved: ${posted}`);
}

type Resolved = Partial<Pick<SuspenseItems, 'sent_rail' | 'sent_reference' | 'deposit_id'>> & {
  state: 'sent_back' | 'credited' | 'written_off' | 'reclaimed';
};

interface Resolution<Account extends AccountId | null> {
  item: OpenItem;
  /** The recipient's account; null if the recipient has no account here. */
  accountId: Account;
  how: string;
  resolved: Resolved;
}

/** Ends an item with the admin's reason. Decides whether a second admin must agree. */
async function end<Account extends AccountId | null>(
  tx: Tx,
  { itemId, adminId, reason, now }: Act,
  { item: { amountMicros }, accountId, how, resolved }: Resolution<Account>,
): Promise<MoneyRefusal<Account> | null> {
  await tx
    .updateTable('suspense_items')
    .set({ ...resolved, resolved_at: now, resolved_by: adminId, reason })
    .where('id', '=', itemId)
    .execute();
  await writeAudit(tx, actBy('admin', adminId, now), `suspense.${resolved.state}`, 'suspense_item', itemId, {
    reason,
    ...resolved,
  });
  const { state, sent_rail, sent_reference } = resolved;
  return await decideMoneyAct(tx, {
    kind: `suspense.${state}`,
    subjectId: itemId,
    adminId,
    shares: [{ accountId, amountMicros }],
    terms: { ...(sent_rail && { sent_rail, sent_reference }), ...(state === 'credited' && { accountId }) },
    summary: `${formatUsd(amountMicros)} in suspense ${how}.`,
    now,
  });
}
