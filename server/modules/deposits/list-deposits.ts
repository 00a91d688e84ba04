import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import type { DepositRail, DepositState, depositRoutes, HostDeposit } from '#contract/deposits/deposits.ts';
import { PAGE_ROWS, REFUND_SELF_DAYS } from '#contract/limits.ts';
import { cutToCents, type Micros, ZERO_MICROS } from '#contract/money.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { contains } from '#server/infra/contains.ts';
import { searched } from '#server/infra/searched.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import { fundingLotsOf } from './funding-lots.ts';
import { type Dispute, disputesOf } from './list-disputes.ts';
import { CHECKOUT_ASKED, CHECKOUT_OPEN } from './rules.ts';

interface Row extends Omit<AdminDeposit, 'hostId' | 'pending' | 'frozen' | 'payable' | 'dispute'>, SortedRow {
  hostId: AccountId;
  pendingSince: Date | null;
  frozenAt: Date | null;
  checkoutUrl: string | null;
  unspentMicros: Micros | null;
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
  select d.id, d.host_id as "hostId", coalesce(p.username, '') as "hostUsername", d.rail, d.amount_micros as "amountMicros", d.state,
    d.pending_since as "pendingSince", d.frozen_at as "frozenAt", d.reference, d.bank_reference as "bankReference",
    d.checkout_url as "checkoutUrl", d.created_at as "createdAt", d.confirmed_at as "confirmedAt", d.failure,
    ${fundingLots ? sql`l.unspent_micros` : sql`null::bigint`} as "unspentMicros",
    coalesce((select sum(amount_micros) from deposit_refunds
      where deposit_id = d.id and state in ('refunding', 'refunded')), 0)::bigint as "refundedMicros",
    r.id as "refundId", r.state as "refundState", r.created_at as "refundAskedAt", r.amount_micros as "refundMicros",
    r.failure as "refundFailure", ${by.column}
  from deposits d
  left join profiles p on p.user_id = d.host_id
  ${fundingLots ? sql`left join (${fundingLots}) l on l.id = d.id` : sql``}
  left join lateral (
    select id, state, created_at, amount_micros, failure from deposit_refunds where deposit_id = d.id
    order by created_at desc, id desc limit 1
  ) r on true
  where ${where} ${by.after}
  order by ${by.order} limit ${PAGE_ROWS + 1}`;

const asRow = (row: Row, dispute: Dispute | undefined, now: Date): AdminDeposit => ({
  ...row,
  pending: row.state === 'created' && row.pendingSince !== null,
  frozen: row.frozenAt !== null,
  payable: isPayable(row, now),
  dispute: dispute ?? null,
});

/** Whether the host can still pay. The rule must equal that of `openCheckout`, which opens the page. */
function isPayable(row: Row, now: Date): boolean {
  if (row.rail !== 'stripe' || row.state !== 'created' || row.pendingSince) return false;
  return now < after(row.createdAt, row.checkoutUrl ? CHECKOUT_OPEN : CHECKOUT_ASKED);
}

/** The deposit as its host sees it. The reply's schema leaves out what only admins see. */
const hostRow = (row: Row, dispute: Dispute | undefined, now: Date): HostDeposit => ({
  ...asRow(row, dispute, now),
  unspentMicros: cutToCents(row.unspentMicros ?? ZERO_MICROS),
  refundSelfUntil: row.confirmedAt && after(row.confirmedAt, REFUND_SELF_DAYS * DAY),
});

export async function hostDeposits(db: Database, hostId: AccountId, filter: HostQuery, now: Date) {
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
  hostId: AccountId,
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
  return { rows: rows.map((row) => asRow(row, newest(row), now)), nextCursor };
}

/** Returns one deposit with the facts that an admin sees, and when its balance was frozen. */
export async function findAdminDeposit(
  db: Database,
  id: string,
  now: Date,
): Promise<(AdminDeposit & { hostId: AccountId; frozenAt: Date | null }) | null> {
  const { rows } = await select(null, sql`d.id = ${id}`).execute(db);
  const newest = await newestDisputes(db, rows);
  return rows[0]
    ? { ...asRow(rows[0], newest(rows[0]), now), hostId: rows[0].hostId, frozenAt: rows[0].frozenAt }
    : null;
}
