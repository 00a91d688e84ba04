import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { SuspenseItem, SuspenseWay, suspenseRoutes } from '#contract/suspense.ts';
import type { DB } from '#db/types.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

type Filter = z.output<typeof suspenseRoutes.adminSuspense.query & z.ZodType>;

/**
 * Returns whether an account is closed. The answer holds until the transaction ends: a concurrent closing
 * waits and then finds the money that this transaction moved.
 */
export async function isClosed(tx: Tx, accountId: AccountId): Promise<boolean> {
  const user = await tx
    .selectFrom('accounts')
    .select('closed_at')
    .where('id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst();
  return user !== undefined && user.closed_at !== null;
}

/** Returns the id of the host with this username, if the account is open. */
export async function findOpenHost(db: Database | Tx, username: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.user_id')
    .select('accounts.id')
    .where('profiles.username', '=', username.toLowerCase().replace(/^@/, ''))
    .where('accounts.role', '=', 'host')
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns whether a bank transfer is already booked: it confirmed a deposit, or it is or was in suspense. */
export async function isTransferKnown(db: Database | Tx, reference: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from deposits where bank_reference = ${reference})
      or exists (select from suspense_items where owner_id is null and rail = 'bank' and reference = ${reference})
      as known`.execute(db);
  return rows[0]!.known;
}

const sortable = sortValues({ date: { by: sql`i.arrived_at`, kind: 'moment' } });

export type SuspenseRow = DB['suspense_items'] & {
  state: SuspenseItem['state'];
  is_card: boolean;
  payout_id: string | null;
};

/** Columns of an item; needs suspense_items as `i`. */
export const columns = sql`i.*, exists (
    select from deposits d where d.id = i.subject_id and d.rail = 'stripe' and d.state = 'confirmed') as is_card,
  (select p.id from payouts p where i.owner_kind = 'clipper_available' and p.clipper_id = i.owner_id
    and p.state in ('failed', 'returned', 'canceled') order by p.id desc limit 1) as payout_id`;

/** Returns open items, oldest first, or resolved items, newest first. */
export async function listSuspense(
  db: Database,
  { state, search, ...query }: Filter,
): Promise<{ rows: SuspenseItem[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const open = state === 'open';
  const by = sorted(sortable, query, open ? 'date' : '-date', sql`i.id`);
  const { rows } = await sql<SuspenseRow & SortedRow>`
    select ${columns}, ${by.column}
    from suspense_items i
    where ${open ? sql`i.state = 'open'` : sql`i.state <> 'open'`} ${by.after}
      ${pattern ? sql`and (i.reference ilike ${pattern} or i.sent_reference ilike ${pattern} or i.id::text ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { ...cut, rows: cut.rows.map(toItem) };
}

export const toItem = (row: SuspenseRow): SuspenseItem => ({
  id: row.id,
  cause: row.cause,
  owner: row.owner_kind === null ? null : row.owner_kind === 'host' ? 'host' : 'clipper',
  ownerId: row.owner_id,
  rail: row.rail,
  amountMicros: micros(row.amount_micros),
  reference: row.reference,
  arrivedAt: row.arrived_at,
  state: row.state,
  ways: row.state === 'open' ? waysToResolve(row) : [],
  payoutId: row.payout_id,
  resolvedAt: row.resolved_at,
  reason: row.reason,
  sentRail: row.sent_rail,
  sentReference: row.sent_reference,
});

/**
 * Returns the ways in which an item may be resolved. A clipper's earnings leave only as a payout. Other money
 * is sent back, credited to a host, or written off.
 */
const waysToResolve = ({ owner_kind, is_card, payout_id }: SuspenseRow): SuspenseWay[] =>
  owner_kind === 'clipper_available'
    ? [...(payout_id ? (['resend'] as const) : []), 'write_off']
    : [...(owner_kind === 'host' && is_card ? (['card'] as const) : []), 'send_back', 'credit', 'write_off'];

export interface Waiting {
  items: number;
  amountMicros: Micros;
  oldest: Date | null;
}

export async function findWaiting(db: Database): Promise<Waiting> {
  const { rows } = await sql<{ items: number; amount: bigint; oldest: Date | null }>`
    select count(*)::int as items, coalesce(sum(amount_micros), 0)::bigint as amount, min(arrived_at) as oldest
    from suspense_items where state = 'open'`.execute(db);
  const [row] = rows;
  return row
    ? { items: row.items, amountMicros: micros(row.amount), oldest: row.oldest }
    : { items: 0, amountMicros: ZERO_MICROS, oldest: null };
}
