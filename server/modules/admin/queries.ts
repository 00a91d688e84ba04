import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { adminPanelRoutes } from '#contract/admin/admin.ts';
import { posterPath } from '#contract/clips/posters.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { type Micros, micros } from '#contract/money.ts';
import { contains } from '#server/infra/contains.ts';
import { searched } from '#server/infra/searched.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  posterColumn,
  toVerdict,
  type VerdictColumns,
  verdictColumns,
} from '#server/modules/submissions/submissions.ts';
import type { AdminRow } from './columns.ts';

type Filter<Name extends 'adminUsers' | 'adminListings' | 'adminSubmissions' | 'auditLog'> = Partial<
  z.output<(typeof adminPanelRoutes)[Name]['query'] & z.ZodType>
>;
const DAY_MS = 86_400_000;

/** Matches a clip (alias s) that passed its deadline undecided and that no decision is about to change. */
export const isWaiting = sql<boolean>`(s.status = 'pending' and s.escalated and s.decision is null)`;

const listingSortValues = sortValues({
  date: { by: sql`l.id`, kind: 'id' },
  title: { by: sql`l.title`, kind: 'text' },
  budget: { by: sql`l.funded_micros`, kind: 'number' },
});

export async function listListings(db: Database, filter: Filter<'adminListings'>) {
  const { state, host } = filter;
  const search = await searched(db, filter.search, sql`l.id`, {
    ids: (pattern) => sql`
      select id from listings where title ilike ${pattern} union all
      select l.id from profiles p join listings l on l.host_id = p.user_id where p.username ilike ${pattern}`,
    fits: (pattern) => sql`(l.title ilike ${pattern} or p.username ilike ${pattern})`,
  });
  const by = sorted(listingSortValues, filter, '-date', sql`l.id`);
  const { rows } = await sql<AdminRow<'adminListings'> & SortedRow>`
    select l.id, l.title, coalesce(p.username, u.name) as creator, l.host_id as "creatorId", l.state as status,
      l.pause_reason as "pauseReason", l.funded_micros as "budgetMicros", l.remainder_frozen as "remainderFrozen",
      l.created_at as "createdAt", ${by.column}
    from listings l join accounts u on u.id = l.host_id left join profiles p on p.user_id = u.id
    where ${search} ${by.after}
      ${state ? sql`and l.state = ${state}` : sql``}
      ${host ? sql`and l.host_id = ${host}` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  return by.page(rows, PAGE_ROWS);
}

/** Ids are time-ordered, so the primary key sorts by date. */
const submissionSortValues = sortValues({ date: { by: sql`s.id`, kind: 'id' } });

interface SubmissionRow
  extends Omit<AdminRow<'adminSubmissions'>, 'posterUrl' | 'waitsUntil' | 'verdict'>,
    VerdictColumns,
    SortedRow {
  poster_media_id: string | null;
  isWaiting: boolean;
  decideBy: Date;
}

export async function listSubmissions(db: Database, filter: Filter<'adminSubmissions'>) {
  const search = await searched(db, filter.search, sql`s.id`, {
    ids: (pattern) => sql`
      select s.id from profiles p join submissions s on s.clipper_id = p.user_id where p.username ilike ${pattern}
      union all select s.id from listings l join submissions s on s.listing_id = l.id where l.title ilike ${pattern}`,
    fits: (pattern) => sql`(p.username ilike ${pattern} or l.title ilike ${pattern})`,
  });
  const isQueue = filter.waiting === 'true';
  const by = sorted(submissionSortValues, filter, isQueue ? 'date' : '-date', sql`s.id`);
  const { rows } = await sql<SubmissionRow>`
    select s.id, coalesce(p.username, u.name) as clipper, s.clipper_id as "clipperId", l.title as listing,
      s.listing_id as "listingId", s.caption, s.url, s.status, s.submitted_at as date, coalesce(t.views, 0)::float8 as views,
      coalesce(t.count_level, 'platform') as "countLevel", open_hold.id as "fraudHoldId", s.decide_by as "decideBy",
      ${isWaiting} as "isWaiting", ${posterColumn}, ${verdictColumns('s.id')}, ${by.column}
    from submissions s
    join accounts u on u.id = s.clipper_id
    join listings l on l.id = s.listing_id
    left join profiles p on p.user_id = s.clipper_id
    left join clip_tracking t on t.submission_id = s.id
    left join fraud_holds open_hold on open_hold.submission_id = s.id and open_hold.state in ('open', 'escalated')
    where ${search} ${by.after}
      ${isQueue ? sql`and ${isWaiting}` : sql``}
      ${filter.held === 'true' ? sql`and open_hold.id is not null` : sql``}
      ${filter.clipper ? sql`and s.clipper_id = ${filter.clipper}` : sql``}
      ${filter.listing ? sql`and s.listing_id = ${filter.listing}` : sql``}
      ${filter.status ? sql`and s.status = ${filter.status}` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
      waitsUntil: row.isWaiting ? row.decideBy : null,
      verdict: toVerdict(row),
    })),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const auditSortValues = sortValues({ date: { by: sql`a.occurred_at`, kind: 'moment' } });

/**
 * Ids of a deposit's refunds. PostgreSQL evaluates this subquery before it reads the audit log, so that it
 * uses the index of the log.
 */
const refundsOf = (depositId: string) =>
  sql`array(select id from deposit_refunds where deposit_id = ${depositId})`;

/**
 * Lists the audit log. A search by id finds rows with that subject or actor, and rows of a deposit's refunds.
 */
export async function listAudit(db: Database, filter: Filter<'auditLog'>) {
  const { search, actorKind, from, to } = filter;
  const id = search && UUID.test(search) ? search : null;
  const pattern = id ? null : contains(search);
  const by = sorted(auditSortValues, filter, '-date', sql`a.id`);
  const { rows } = await sql<AdminRow<'auditLog'> & SortedRow>`
    select a.id, a.occurred_at as "occurredAt", a.actor_kind as "actorKind", a.actor_id as "actorId",
      coalesce('@' || p.username, u.name) as actor, a.action, a.subject_type as "subjectType", a.subject_id as "subjectId",
      a.data, ${by.column}
    from audit_log a left join users u on u.id = a.actor_id left join profiles p on p.user_id = a.actor_id
    where true ${by.after}
      ${actorKind ? sql`and a.actor_kind = ${actorKind}` : sql``}
      ${from ? sql`and a.occurred_at >= ${new Date(from)}` : sql``}
      ${to ? sql`and a.occurred_at < ${new Date(Date.parse(to) + DAY_MS)}` : sql``}
      ${id ? sql`and (a.subject_id = ${id} or a.actor_id = ${id} or a.subject_id = any(${refundsOf(id)}))` : sql``}
      ${pattern ? sql`and (a.action ilike ${pattern} or a.subject_type ilike ${pattern} or p.username ilike ${pattern} or u.name ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, data: JSON.stringify(row.data) })),
  };
}

export const clipsOf = async (tx: Tx, listingId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('submissions').select('id').where('listing_id', '=', listingId).execute();
  return rows.map((row) => row.id);
};

/** Returns the ids of clippers with approved clips on the listing. */
export const clippersOf = async (tx: Tx, listingId: string): Promise<AccountId[]> => {
  const rows = await tx
    .selectFrom('submissions')
    .select('clipper_id')
    .distinct()
    .where('listing_id', '=', listingId)
    .where('status', '=', 'approved')
    .execute();
  return rows.map((row) => row.clipper_id);
};

/**
 * Returns the username that the person types as confirmation (null without a username), and whether to ask
 * for a password.
 */
export async function findOwnName(
  db: Database,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
): Promise<{ username: string | null; hasPassword: boolean }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', (join) => join.on('profiles.user_id', '=', accountId))
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.user_id', '=', 'users.id').on('credentials.provider_id', '=', 'credential'),
    )
    .select(['profiles.username', 'credentials.password'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { username: row.username, hasPassword: row.password !== null };
}

/**
 * Returns the money that a ban freezes: available money and payouts that nobody has picked up. Returns zero
 * after payouts were allowed.
 */
export async function frozenMoneyOf(tx: Tx, accountId: AccountId): Promise<Micros> {
  const { rows } = await sql<{ frozen: bigint }>`
    select (coalesce((select a.balance_micros from ledger_accounts a
        where a.kind = 'clipper_available' and a.owner_id = u.id), 0)
      + coalesce((select sum(p.amount_micros) from payouts p
        where p.clipper_id = u.id and p.state = 'requested'), 0))::bigint as frozen
    from accounts u where u.id = ${accountId} and u.banned_at is not null and u.payouts_allowed_at is null`.execute(
    tx,
  );
  return micros(rows[0]?.frozen ?? 0n);
}

/** Returns the money of a host: the balance and the budgets that can return to it. */
export async function hostMoneyOf(tx: Tx, accountId: AccountId): Promise<Micros> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(a.balance_micros), 0)::bigint as held from ledger_accounts a
    where a.kind = 'host' and a.owner_id = ${accountId}
      or a.kind = 'listing' and a.owner_id in (select id from listings where host_id = ${accountId})`.execute(
    tx,
  );
  return micros(rows[0]!.held);
}
