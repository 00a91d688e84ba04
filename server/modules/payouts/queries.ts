import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS, TWO_ADMINS_HOURS, TWO_ADMINS_MIN } from '#contract/limits.ts';
import type { AdminPayoutRow, PayoutRow, payoutRoutes } from '#contract/payouts/payouts.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { contains } from '#server/infra/contains.ts';
import { searched } from '#server/infra/searched.ts';
import { isWaiting as agreementWaits } from '#server/infra/second-admin.ts';
import { type Sorted, type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { isAdultAccount } from '#server/modules/accounts/accounts.ts';
import { balanceOf, clipperOwed } from '#server/modules/ledger/ledger.ts';
import { stopsWeekly } from './automatic.ts';
import { maskEmail, waitOf } from './rules.ts';

interface Row extends Omit<AdminPayoutRow, 'waits' | 'confirmedBy'>, SortedRow {
  itemState: string | null;
  needsTwo: boolean;
  confirmedBy: string[] | null;
}

/** SQL: a person (alias u) is banned, and nobody has reviewed the money. */
export const isUnreviewed = sql<boolean>`(u.banned_at is not null and u.payouts_allowed_at is null)`;

/**
 * SQL: when the last admin agreed that views of a person (alias u) were bought, while a second admin has not
 * agreed yet; null if no such agreement waits. Without `at`, also counts agreements that have expired but
 * that the job has not closed yet.
 */
export const fraudAgreement = (at?: Date): RawBuilder<Date | null> => sql`(
  select max(a.agreed_at) from admin_agreements a join submissions s on s.id = a.subject_id
  where a.action = 'submission.uphold_fraud' and a.carried_out_at is null and a.expired_at is null
    ${at ? sql`and ${agreementWaits(at)}` : sql``} and s.clipper_id = u.id)`;

/**
 * SQL: nothing may leave to a person (alias u), for one of two reasons: the person is banned and nobody has
 * reviewed the money, or one admin has found the person's views bought and a second admin has not agreed yet.
 */
export const isFrozen = sql<boolean>`(${isUnreviewed} or ${fraudAgreement()} is not null)`;

/**
 * SQL: the clipper of a payout (alias p) owes for views that were not real. Nothing leaves to such a clipper.
 */
export const isOwing = sql<boolean>`exists (
  select from ledger_accounts o where o.kind = 'clipper_owed' and o.owner_id = p.clipper_id and o.balance_micros < 0)`;

/** SQL: when the payment address of a payout's clipper (alias p) becomes usable. Nothing leaves before. */
export const addressUsableAt = sql<Date | null>`(
  select d.usable_at from payout_addresses d where d.user_id = p.clipper_id)`;

/** SQL: a payout (alias p) has not left, because nobody has picked it up or PayPal refused it. */
export const isWaiting = sql<boolean>`(
  p.state = 'requested' or (p.state = 'processing' and p.rail = 'paypal' and p.batch_id is null))`;

/**
 * SQL: PayPal has the payout or may have it, so only PayPal can report its result. For statements on payouts
 * without an alias.
 */
export const atProcessor = sql<boolean>`(payouts.batch_id is not null and exists (
  select from payout_batches b where b.id = payouts.batch_id and b.state in ('created', 'sent')))`;

/**
 * SQL: the amount of a payout (alias p) and of its clipper's requests in the 24 hours before it. The requests
 * are added up so that splitting a request does not avoid the two-admin rule.
 */
export const requestedTogether = sql<bigint>`(
  select sum(o.amount_micros) from payouts o
  where o.clipper_id = p.clipper_id and (o.id = p.id or o.state in ('requested', 'processing', 'paid'))
    and (o.requested_at, o.id) <= (p.requested_at, p.id)
    and o.requested_at > p.requested_at - make_interval(hours => ${TWO_ADMINS_HOURS})
)`;

/** SQL: a payout (alias p) needs two admins, by any rail. */
export const needsTwo = sql<boolean>`(${requestedTogether} >= ${TWO_ADMINS_MIN})`;

/** SQL: two admins have agreed to a payout (alias p). */
export const hasTwo = sql<boolean>`exists (select from admin_money_acts m
  where m.kind = 'payout.leave' and m.subject_id = p.id and m.second_admin_id is not null)`;

/**
 * SQL: the names of the admins who agreed to a payout (alias p), in order of time; null if there are none.
 */
const confirmedBy = sql<string[] | null>`(
  select array_agg(coalesce(cp.username, cu.name) order by c.agreed_at)
  from (
    select admin_id, agreed_at from admin_agreements
    where action = 'payout.leave' and subject_id = p.id and expired_at is null
    union all
    select admin_id, acted_at from admin_money_acts
    where kind = 'payout.leave' and subject_id = p.id and second_admin_id is not null) c
  join users cu on cu.id = c.admin_id left join profiles cp on cp.user_id = cu.id)`;

const asRow = ({ itemState, needsTwo, ...row }: Row): AdminPayoutRow => ({
  ...row,
  waits: row.state === 'processing' ? waitOf(itemState) : null,
  accountProblem: row.state === 'requested' ? row.accountProblem : null,
  confirmedBy: needsTwo || row.confirmedBy ? (row.confirmedBy ?? []) : null,
});
/** The payout as its clipper sees it. The reply's schema leaves out what only admins see. */
const ownRow = (row: Row): PayoutRow => ({ ...asRow(row), destination: maskEmail(row.destination) });

const sortable = sortValues({
  date: { by: sql`p.requested_at`, kind: 'moment' },
  amount: { by: sql`p.amount_micros`, kind: 'number' },
});

type ListQuery = z.output<typeof payoutRoutes.clipperPayouts.query & z.ZodType>;
type PageQuery = Pick<ListQuery, 'cursor' | 'sort'>;

const inOrder = (usual: 'date' | '-date', query: PageQuery) => sorted(sortable, query, usual, sql`p.id`);

const select = (where: RawBuilder<unknown>, by: Sorted) => sql<Row>`
  select p.id, p.clipper_id as "clipperId", coalesce(pr.username, '') as "clipperUsername", p.cause, p.amount_micros as "amountMicros",
    p.destination, p.rail, p.state, p.requested_at as "requestedAt", p.due_at as "dueAt", p.finished_at as "finishedAt",
    p.reference, p.failure, p.item_state as "itemState", k.problem as "accountProblem", ${stopsWeekly} as "stopsWeekly",
    ${isFrozen} as frozen, ${needsTwo} as "needsTwo", u.closed_at is not null as closed,
    exists (select from payout_batches b where b.id = p.batch_id and b.state in ('created', 'sent')) as "atProcessor",
    ${confirmedBy} as "confirmedBy", ${by.column}
  from payouts p join accounts u on u.id = p.clipper_id left join profiles pr on pr.user_id = p.clipper_id
  left join payout_account_checks k on k.payout_id = p.id
  where ${where} ${by.after} order by ${by.order} limit ${PAGE_ROWS + 1}`;

/** Returns one payout as its clipper sees it. */
export async function findPayout(db: Database | Tx, id: string): Promise<PayoutRow | null> {
  const { rows } = await select(sql`p.id = ${id}`, inOrder('-date', {})).execute(db);
  return rows[0] ? ownRow(rows[0]) : null;
}

export async function clipperPayouts(db: Database, clipperId: AccountId, filter: ListQuery) {
  const by = inOrder('-date', filter);
  const pattern = contains(filter.search);
  const where = sql`p.clipper_id = ${clipperId} ${filter.state ? sql`and p.state = ${filter.state}` : sql``}
    ${pattern ? sql`and (p.reference ilike ${pattern} or p.id::text ilike ${pattern})` : sql``}`;
  const found = await select(where, by).execute(db);
  const { rows, nextCursor } = by.page(found.rows, PAGE_ROWS);
  return { rows: rows.map(ownRow), nextCursor };
}

/** Returns the queue, oldest first, or the finished payouts, newest first. */
export async function adminPayouts(
  db: Database,
  { open, search, ...query }: { open: boolean; search?: string | undefined } & PageQuery,
) {
  const fits = idSchema.safeParse(search).success
    ? sql`p.id = ${search}`
    : await searched(db, search, sql`p.id`, {
        ids: (pattern) => sql`
          select id from payouts where destination ilike ${pattern}
          union all select id from payouts where reference ilike ${pattern} union all
          select p.id from profiles pr join payouts p on p.clipper_id = pr.user_id where pr.username ilike ${pattern}`,
        fits: (pattern) =>
          sql`(pr.username ilike ${pattern} or p.destination ilike ${pattern} or p.reference ilike ${pattern})`,
      });
  const by = inOrder(open ? 'date' : '-date', query);
  const found = open
    ? select(sql`p.state in ('requested', 'processing') and ${fits}`, by)
    : select(sql`p.state in ('paid', 'failed', 'canceled', 'returned') and ${fits}`, by);
  const { rows, nextCursor } = by.page((await found.execute(db)).rows, PAGE_ROWS);
  return { rows: rows.map(asRow), nextCursor };
}

/** Returns one payout as an admin sees it. */
export async function findAdminPayout(db: Database, id: string): Promise<AdminPayoutRow | null> {
  const { rows } = await select(sql`p.id = ${id}`, inOrder('-date', {})).execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

/**
 * Returns whether a payout may not leave. The answer holds until the transaction ends, because a concurrent
 * ban waits for it.
 */
export async function lockFrozen(tx: Tx, payoutId: string): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`
    select ${isFrozen} as frozen from payouts p join accounts u on u.id = p.clipper_id
    where p.id = ${payoutId} for share of u`.execute(tx);
  return rows[0]?.frozen ?? false;
}

/** Returns whether nothing may leave to a person; see `isFrozen`. */
export async function isFrozenPerson(tx: Tx, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`
    select ${isFrozen} as frozen from accounts u where u.id = ${accountId} for share of u`.execute(tx);
  return rows[0]?.frozen ?? true;
}

/** Returns whether a person owes for views that were not real. */
export async function owes(db: Database | Tx, clipperId: AccountId): Promise<boolean> {
  return (await balanceOf(db, clipperOwed(clipperId))) < 0n;
}

/** Returns whether an owner of the account confirmed to be 18 or older. */
export async function isAdult(db: Database | Tx, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ adult: boolean }>`
    select ${isAdultAccount} as adult from accounts u where u.id = ${accountId}`.execute(db);
  return rows[0]?.adult ?? false;
}

export async function needsTwoAdmins(tx: Tx, payoutId: string): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select ${needsTwo} as needs from payouts p where p.id = ${payoutId}`.execute(tx);
  return rows[0]?.needs ?? false;
}

/** Returns the country in which a person is paid; null if the person never entered one. */
export async function findCountry(db: Database | Tx, accountId: AccountId): Promise<string | null> {
  const row = await db
    .selectFrom('payout_countries')
    .select('country')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return row?.country ?? null;
}

export async function findAddress(
  db: Database | Tx,
  accountId: AccountId,
): Promise<{ email: string; usableAt: Date } | null> {
  const row = await db
    .selectFrom('payout_addresses')
    .select(['email', 'usable_at'])
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return row ? { email: row.email, usableAt: row.usable_at } : null;
}

/** Returns whether a person signs in with a password, not with Google. */
export async function hasPassword(db: Database, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('credentials')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a clipper has ever earned anything, available yet or not. */
export async function hasEarned(tx: Tx, clipperId: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_accounts')
    .select('kind')
    .where('owner_id', '=', clipperId)
    .where('kind', 'in', ['clipper_pending', 'clipper_available'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
