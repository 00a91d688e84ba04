import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { AdminAppeal, AppealOf, appealRoutes, ClipAppeal, ClipHold } from '#contract/appeals.ts';
import { HOLD_SCORE, PAGE_ROWS } from '#contract/limits.ts';
import { type RejectReason, rejectionText } from '#contract/submissions/reject-reasons.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ABOUT_PEOPLE, IS_AUDIT, isAnswered, isShown } from '#server/modules/fraud-holds/fraud-holds.ts';
import {
  appealSubject,
  toVerdict,
  type VerdictColumns,
  verdictColumns,
} from '#server/modules/submissions/submissions.ts';

export interface AppealableClip {
  clipperId: AccountId;
  listingId: string;
  hostId: AccountId;
  title: string;
  isClosed: boolean;
  hasAppeals: boolean;
  /** Null when nothing can be appealed. */
  kind: AppealOf | null;
  fraudHoldId: string | null;
  fraudHoldState: string | null;
  until: Date | null;
}

/** Returns a clip and the decision that can be appealed; null if the clip does not exist. */
export async function findAppealable(
  db: Database | Tx,
  submissionId: string,
): Promise<AppealableClip | null> {
  const { rows } = await sql<AppealableClip>`
    select s.clipper_id as "clipperId", s.listing_id as "listingId", l.host_id as "hostId", l.title,
      l.state in ('settled', 'removed') as "isClosed",
      exists (select from appeals a where a.submission_id = s.id) as "hasAppeals",
      subject.kind, subject.fraud_hold_id as "fraudHoldId", h.state as "fraudHoldState", subject.until
    from submissions s join listings l on l.id = s.listing_id ${appealSubject}
    left join fraud_holds h on h.id = subject.fraud_hold_id
    where s.id = ${submissionId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the decision of a clip that can be appealed now; null if there is none. */
export async function openSubject(db: Database, submissionId: string, now: Date) {
  const clip = await findAppealable(db, submissionId);
  return clip?.kind && clip.until && clip.until > now ? { of: clip.kind, until: clip.until } : null;
}

const ofColumn = sql<AppealOf>`case when a.fraud_hold_id is null then 'rejection' else 'hold' end`;

/** SQL of a person's displayed name: the username or, without a username, the name of the account. */
const named = (person: string) => sql.raw(`coalesce(${person}p.username, ${person}u.name)`);

/**
 * SQL: appeal `a` of clip `t` is about a hold with a score under 60. If nobody decides it in time, the views
 * are released. Time releases neither an audit nor a hold about identities.
 */
export const isReleasedByTime = sql<boolean>`(a.fraud_hold_id is not null
  and coalesce((t.band = 'clean' or t.score < ${sql.lit(HOLD_SCORE)}) and not exists (
    select from fraud_holds h where h.id = a.fraud_hold_id and (${ABOUT_PEOPLE} or ${IS_AUDIT})), false))`;

/** Lists the appeals of a clip, newest first. */
export async function clipAppeals(db: Database, submissionId: string): Promise<ClipAppeal[]> {
  const { rows } = await sql<ClipAppeal>`
    select a.id, ${ofColumn} as of, a.state, a.text, a.opened_at as "openedAt", a.decide_by as "decideBy",
      a.decided_at as "decidedAt", a.note, ${named('d')} as "decidedBy", ${isReleasedByTime} as "isReleasedByTime"
    from appeals a join clip_tracking t on t.submission_id = a.submission_id
    left join users du on du.id = a.decided_by left join profiles dp on dp.user_id = du.id
    where a.submission_id = ${submissionId} order by a.opened_at desc, a.id desc`.execute(db);
  return rows;
}

/** SQL: the code of audit `a` was read in the clip's newest picture. */
const isCodeRead = sql<boolean>`exists (select from view_attestations p
  where p.submission_id = a.submission_id and p.replaced_at is null and p.sent_at >= a.opened_at
    and position(a.code in upper(p.read_text)) > 0)`;

/** Lists the holds of a clip, newest first, with the facts that this reader may see. */
export async function holdsOf(
  db: Database,
  submissionId: string,
  viewer: 'clipper' | 'host' | 'admin',
): Promise<ClipHold[]> {
  const rows = await db
    .selectFrom('fraud_holds as h')
    .leftJoin('clip_audits as a', 'a.fraud_hold_id', 'h.id')
    .select(['a.due_at', 'a.code', isShown.as('is_shown'), isCodeRead.as('is_code_read')])
    .select(['state', 'reason', 'from_views', 'to_views', 'note'])
    .select(['h.opened_at as openedAt', 'decide_by as decideBy', 'decided_at as decidedAt'])
    .select([
      sql<boolean>`decided_by is not null`.as('isByReviewer'),
      sql<Date | null>`(select a.due_at from attestation_audits a
        where a.fraud_hold_id = h.id and h.state = 'open' and not ${isAnswered})`.as('freshDueAt'),
    ])
    .where('h.submission_id', '=', submissionId)
    .orderBy('h.opened_at', 'desc')
    .orderBy('h.id', 'desc')
    .execute();
  return rows.map(({ from_views, to_views, state, due_at, code, is_shown, is_code_read, ...rest }) => ({
    ...rest,
    state: state as ClipHold['state'],
    audit:
      due_at && (state === 'open' || state === 'escalated')
        ? {
            dueAt: due_at,
            code: viewer === 'host' ? null : code,
            isShown: is_shown,
            isCodeRead: is_code_read,
          }
        : null,
    fromViews: Number(from_views),
    toViews: to_views === null ? null : Number(to_views),
  }));
}

interface Row extends Omit<AdminAppeal, 'against' | 'verdict'>, VerdictColumns, SortedRow {
  rejectReason: RejectReason | null;
  rejectNote: string | null;
  holdReason: string | null;
}

type Filter = z.output<typeof appealRoutes.adminAppeals.query & z.ZodType>;

/** Ids are time-ordered, so sorting by id sorts by the time of opening. */
const decidedSortValues = sortValues({ date: { by: sql`a.id`, kind: 'id' } });
const waitingSortValues = sortValues({
  date: { by: sql`a.decide_by`, kind: 'moment' },
});

export async function listAppeals(db: Database, { state, of, search, ...query }: Filter) {
  const pattern = contains(search);
  const waiting = state === 'waiting';
  const by = waiting
    ? sorted(waitingSortValues, query, 'date', sql`a.id`)
    : sorted(decidedSortValues, query, '-date', sql`a.id`);
  const { rows } = await sql<Row>`
    select a.id, ${ofColumn} as of, a.state, a.text, a.opened_at as "openedAt", a.decide_by as "decideBy",
      a.decided_at as "decidedAt", a.note, ${named('d')} as "decidedBy", s.id as "submissionId", ${named('c')} as clipper,
      ${named('h')} as host, l.title as listing, s.caption, s.url, t.views::float8 as views, s.reject_reason as "rejectReason",
      s.reject_note as "rejectNote", held.reason as "holdReason", coalesce(e.reserved_micros, 0) as "reservedMicros",
      ${by.column}, ${verdictColumns('s.id')}
    from appeals a
    join submissions s on s.id = a.submission_id
    join listings l on l.id = a.listing_id
    join clip_tracking t on t.submission_id = s.id
    join accounts cu on cu.id = a.clipper_id left join profiles cp on cp.user_id = cu.id
    join accounts hu on hu.id = l.host_id left join profiles hp on hp.user_id = hu.id
    left join users du on du.id = a.decided_by left join profiles dp on dp.user_id = du.id
    left join fraud_holds held on held.id = a.fraud_hold_id
    left join clip_earnings e on e.submission_id = s.id
    where ${waiting ? sql`a.state in ('open', 'escalated')` : sql`a.state = ${state}`} ${by.after}
      ${of ? sql`and (a.fraud_hold_id is null) = ${of === 'rejection'}` : sql``}
      ${pattern ? sql`and (cp.username ilike ${pattern} or hp.username ilike ${pattern} or l.title ilike ${pattern} or a.text ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return { ...found, rows: found.rows.map(asAppeal) };
}

const asAppeal = (row: Row): AdminAppeal => ({
  ...row,
  against: row.of === 'hold' ? (row.holdReason ?? '') : rejectionText(row.rejectReason, row.rejectNote),
  verdict: toVerdict(row),
});

/** Counts appeals by outcome, which shows how often decisions were overturned. */
export async function appealFigures(db: Database) {
  const { rows } = await sql<{ is_hold: boolean; overturned: number; dismissed: number; waiting: number }>`
    select fraud_hold_id is not null as is_hold, count(*) filter (where state = 'overturned')::int as overturned,
      count(*) filter (where state = 'dismissed')::int as dismissed,
      count(*) filter (where state in ('open', 'escalated'))::int as waiting
    from appeals group by 1`.execute(db);
  const of = (isHold: boolean) => {
    const { overturned = 0, dismissed = 0 } = rows.find((row) => row.is_hold === isHold) ?? {};
    return { overturned, dismissed };
  };
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  return { waiting, rejections: of(false), holds: of(true) };
}
