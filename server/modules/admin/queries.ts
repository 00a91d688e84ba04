import { sql } from 'kysely';
import type { z } from 'zod';
import type { adminPanelRoutes } from '#contract/admin/admin.ts';
import { posterPath } from '#contract/clips/posters.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { ListingState, PauseReason } from '#contract/listings/listings.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
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

interface ListingRow extends SortedRow {
  title: string;
  creator: string;
  creator_id: string;
  state: ListingState;
  pause_reason: PauseReason | null;
  funded_micros: bigint;
  remainder_frozen: boolean;
  created_at: Date;
}

export async function listListings(db: Database, filter: Filter<'adminListings'>) {
  const { state, host } = filter;
  const search = await searched(db, filter.search, sql`l.id`, {
    ids: (pattern) => sql`
      select id from listings where title ilike ${pattern} union all
      select l.id from profiles p join listings l on l.host_id = p.user_id where p.username ilike ${pattern}`,
    fits: (pattern) => sql`(l.title ilike ${pattern} or p.username ilike ${pattern})`,
  });
  const by = sorted(listingSortValues, filter, '-date', sql`l.id`);
  const { rows } = await sql<ListingRow>`
    select l.id, l.title, coalesce(p.username, u.name) as creator, l.host_id as creator_id, l.state, l.pause_reason, l.funded_micros,
      l.remainder_frozen, l.created_at, ${by.column}
    from listings l join users u on u.id = l.host_id left join profiles p on p.user_id = u.id
    where ${search} ${by.after}
      ${state ? sql`and l.state = ${state}` : sql``}
      ${host ? sql`and l.host_id = ${host}` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      id: row.id,
      title: row.title,
      creator: row.creator,
      creatorId: row.creator_id,
      status: row.state,
      pauseReason: row.pause_reason,
      budgetMicros: micros(row.funded_micros),
      remainderFrozen: row.remainder_frozen,
      createdAt: row.created_at,
    })),
  };
}

/** Ids are time-ordered, so the primary key sorts by date. */
const submissionSortValues = sortValues({ date: { by: sql`s.id`, kind: 'id' } });

interface SubmissionRow extends VerdictColumns, SortedRow {
  clipper: string;
  clipper_id: string;
  listing: string;
  listing_id: string;
  poster_media_id: string | null;
  status: SubmissionStatus;
  date: Date;
  views: bigint;
  count_level: CountLevel;
  fraud_hold_id: string | null;
  is_waiting: boolean;
  decide_by: Date;
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
    select s.id, coalesce(p.username, u.name) as clipper, s.clipper_id, l.title as listing, s.listing_id, s.status, s.submitted_at as date,
      coalesce(t.views, 0) as views, coalesce(t.count_level, 'platform') as count_level, open_hold.id as fraud_hold_id, s.decide_by,
      ${isWaiting} as is_waiting, ${posterColumn}, ${verdictColumns('s.id')}, ${by.column}
    from submissions s
    join users u on u.id = s.clipper_id
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
      id: row.id,
      clipper: row.clipper,
      clipperId: row.clipper_id,
      listing: row.listing,
      listingId: row.listing_id,
      posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
      status: row.status,
      date: row.date,
      views: Number(row.views),
      countLevel: row.count_level,
      waitsUntil: row.is_waiting ? row.decide_by : null,
      fraudHoldId: row.fraud_hold_id,
      verdict: toVerdict(row),
    })),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const auditSortValues = sortValues({ date: { by: sql`a.occurred_at`, kind: 'moment' } });

interface AuditRow extends SortedRow {
  occurred_at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor: string | null;
  action: string;
  subject_type: string;
  subject_id: string | null;
  data: unknown;
}

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
  const { rows } = await sql<AuditRow>`
    select a.id, a.occurred_at, a.actor_kind, a.actor_id, coalesce(p.username, u.name) as actor, a.action, a.subject_type,
      a.subject_id, a.data, ${by.column}
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
    rows: found.rows.map((row) => ({
      id: row.id,
      occurredAt: row.occurred_at,
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      actor: row.actor,
      action: row.action,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      data: JSON.stringify(row.data),
    })),
  };
}

export const clipsOf = async (tx: Tx, listingId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('submissions').select('id').where('listing_id', '=', listingId).execute();
  return rows.map((row) => row.id);
};

/** Returns the ids of clippers with approved clips on the listing. */
export const clippersOf = async (tx: Tx, listingId: string): Promise<string[]> => {
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
  userId: string,
): Promise<{ username: string | null; hasPassword: boolean }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
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
export async function frozenMoneyOf(tx: Tx, userId: string): Promise<Micros> {
  const { rows } = await sql<{ frozen: bigint }>`
    select (coalesce((select a.balance_micros from ledger_accounts a
        where a.kind = 'clipper_available' and a.owner_id = u.id), 0)
      + coalesce((select sum(p.amount_micros) from payouts p
        where p.clipper_id = u.id and p.state = 'requested'), 0))::bigint as frozen
    from users u where u.id = ${userId} and u.banned_at is not null and u.payouts_allowed_at is null`.execute(
    tx,
  );
  return micros(rows[0]?.frozen ?? 0n);
}

/** Returns the money of a host: the balance and the budgets that can return to it. */
export async function hostMoneyOf(tx: Tx, userId: string): Promise<Micros> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(a.balance_micros), 0)::bigint as held from ledger_accounts a
    where a.kind = 'host' and a.owner_id = ${userId}
      or a.kind = 'listing' and a.owner_id in (select id from listings where host_id = ${userId})`.execute(
    tx,
  );
  return micros(rows[0]!.held);
}
