import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import type {
  DepositRail,
  DepositState,
  depositRoutes,
  HostDeposit,
  RefundState,
} from '#contract/deposits/deposits.ts';
import { PAGE_ROWS, REFUND_SELF_DAYS } from '#contract/limits.ts';
import { cutToCents, micros } from '#contract/money.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { contains } from '#server/infra/contains.ts';
import { searched } from '#server/infra/searched.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import { fundingLotsOf } from './funding-lots.ts';
import { type Dispute, disputesOf } from './list-disputes.ts';
import { CHECKOUT_ASKED, CHECKOUT_OPEN } from './rules.ts';

interface Row extends SortedRow {
  host_id: string;
  rail: DepositRail;
  amount_micros: bigint;
  state: DepositState;
  pending_since: Date | null;
  frozen_at: Date | null;
  reference: string;
  bank_reference: string | null;
  checkout_url: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  failure: string | null;
  username: string | null;
  refunded_micros: bigint;
  refund_id: string | null;
  refund_state: RefundState | null;
  refund_asked_at: Date | null;
  refund_micros: bigint | null;
  refund_failure: string | null;
  unspent_micros: bigint | null;
}

const sortable = sortValues({
  date: { by: sql`d.created_at`, kind: 'moment' },
  amount: { by: sql`d.amount_micros`, kind: 'number' },
});

type HostQuery = z.output<typeof depositRoutes.hostDeposits.query & z.ZodType>;

const inOrder = (query: Pick<HostQuery, 'cursor' | 'sort'>) => sorted(sortable, query, '-date', sql`d.id`);

/**
 * Selects deposits (alias d) with their refunded amount and newest refund. `fundingLots` adds the unspent
 * part.
 */
const select = (
  fundingLots: RawBuilder<unknown> | null,
  where: RawBuilder<unknown>,
  by = inOrder({}),
) => sql<Row>`
  select d.*, ${by.column}, p.username, ${fundingLots ? sql`l.unspent_micros` : sql`null::bigint`} as unspent_micros,
    coalesce((select sum(amount_micros) from deposit_refunds
      where deposit_id = d.id and state in ('refunding', 'refunded')), 0)::bigint as refunded_micros,
    r.id as refund_id, r.state as refund_state, r.created_at as refund_asked_at, r.amount_micros as refund_micros, r.failure as refund_failure
  from deposits d
  left join profiles p on p.user_id = d.host_id
  ${fundingLots ? sql`left join (${fundingLots}) l on l.id = d.id` : sql``}
  left join lateral (
    select id, state, created_at, amount_micros, failure from deposit_refunds where deposit_id = d.id
    order by created_at desc, id desc limit 1
  ) r on true
  where ${where} ${by.after}
  order by ${by.order} limit ${PAGE_ROWS + 1}`;

const asRow = (row: Row, dispute: Dispute | undefined, now: Date) => ({
  id: row.id,
  rail: row.rail,
  amountMicros: micros(row.amount_micros),
  state: row.state,
  pending: row.state === 'created' && row.pending_since !== null,
  frozen: row.frozen_at !== null,
  reference: row.reference,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at,
  failure: row.failure,
  payable: isPayable(row, now),
  refundedMicros: micros(row.refunded_micros),
  refundId: row.refund_id,
  refundState: row.refund_state,
  refundAskedAt: row.refund_asked_at,
  refundMicros: row.refund_micros === null ? null : micros(row.refund_micros),
  refundFailure: row.refund_failure,
  dispute: dispute ?? null,
});

/** Whether the host can still pay. The rule must equal that of `openCheckout`, which opens the page. */
function isPayable(row: Row, now: Date): boolean {
  if (row.rail !== 'stripe' || row.state !== 'created' || row.pending_since) return false;
  return now < after(row.created_at, row.checkout_url ? CHECKOUT_OPEN : CHECKOUT_ASKED);
}

const hostRow = (row: Row, dispute: Dispute | undefined, now: Date): HostDeposit => ({
  ...asRow(row, dispute, now),
  unspentMicros: cutToCents(micros(row.unspent_micros ?? 0n)),
  refundSelfUntil: row.confirmed_at && after(row.confirmed_at, REFUND_SELF_DAYS * DAY),
});

export async function hostDeposits(db: Database, hostId: string, filter: HostQuery, now: Date) {
  const by = inOrder(filter);
  const pattern = contains(filter.search);
  const where = sql`d.host_id = ${hostId} ${filter.state ? sql`and d.state = ${filter.state}` : sql``}
    ${pattern ? sql`and (d.reference ilike ${pattern} or d.id::text ilike ${pattern})` : sql``}`;
  const found = await select(fundingLotsOf(hostId), where, by).execute(db);
  const { rows, nextCursor } = by.page(found.rows, PAGE_ROWS);
  const newest = await newestDisputes(db, rows);
  return { rows: rows.map((row) => hostRow(row, newest(row), now)), nextCursor };
}

export async function hostDeposit(
  db: Database,
  hostId: string,
  id: string,
  now: Date,
): Promise<HostDeposit | null> {
  const { rows } = await select(fundingLotsOf(hostId), sql`d.host_id = ${hostId} and d.id = ${id}`).execute(
    db,
  );
  const newest = await newestDisputes(db, rows);
  return rows[0] ? hostRow(rows[0], newest(rows[0]), now) : null;
}

async function newestDisputes(db: Database, rows: readonly Row[]) {
  const disputes = await disputesOf(
    db,
    rows.filter(({ rail }) => rail === 'stripe').map(({ id }) => id),
  );
  return ({ id }: Row): Dispute | undefined => disputes.get(id)?.[0];
}

interface Filters extends Pick<HostQuery, 'cursor' | 'sort'> {
  search?: string | undefined;
  state?: DepositState | undefined;
  rail?: DepositRail | undefined;
  /** Limits the list to deposits that need an admin's decision. */
  waiting: boolean;
}

/**
 * Matches a deposit that waits for an admin: a transfer that may have arrived, a refund that somebody has to
 * send or approve, a dispute, or a frozen deposit.
 */
const WAITING = sql`(
  (d.rail = 'bank' and d.state = 'created') or d.state = 'disputed' or d.frozen_at is not null
  or exists (select from deposit_refunds w where w.deposit_id = d.id
    and (w.state = 'requested' or (w.state = 'refunding' and d.rail = 'bank'))))`;

export async function adminDeposits(db: Database, filters: Filters, now: Date) {
  const { search: text } = filters;
  const search = idSchema.safeParse(text).success
    ? sql`d.id = ${text}`
    : await searched(db, text, sql`d.id`, {
        ids: (pattern) => sql`
          select id from deposits where reference ilike ${pattern}
          union all select id from deposits where bank_reference ilike ${pattern}
          union all select id from deposits where session_id = ${text} union all
          select d.id from profiles p join deposits d on d.host_id = p.user_id where p.username ilike ${pattern}`,
        fits: (pattern) =>
          sql`(p.username ilike ${pattern} or d.reference ilike ${pattern} or d.bank_reference ilike ${pattern}
            or d.session_id = ${text})`,
      });
  const by = inOrder(filters);
  const found = await select(
    null,
    sql`${filters.state ? sql`d.state = ${filters.state}` : sql`true`}
      and ${filters.rail ? sql`d.rail = ${filters.rail}` : sql`true`}
      and ${filters.waiting ? WAITING : sql`true`}
      and ${search}`,
    by,
  ).execute(db);
  const { rows, nextCursor } = by.page(found.rows, PAGE_ROWS);
  const newest = await newestDisputes(db, rows);
  return { rows: rows.map((row) => adminRow(row, newest(row), now)), nextCursor };
}

const adminRow = (row: Row, dispute: Dispute | undefined, now: Date): AdminDeposit => ({
  ...asRow(row, dispute, now),
  hostId: row.host_id,
  hostUsername: row.username ?? '',
  bankReference: row.bank_reference,
});

/** Returns one deposit with the facts that an admin sees, and when its balance was frozen. */
export async function findAdminDeposit(
  db: Database,
  id: string,
  now: Date,
): Promise<(AdminDeposit & { frozenAt: Date | null }) | null> {
  const { rows } = await select(null, sql`d.id = ${id}`).execute(db);
  const newest = await newestDisputes(db, rows);
  return rows[0] ? { ...adminRow(rows[0], newest(rows[0]), now), frozenAt: rows[0].frozen_at } : null;
}
