import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { AppealState } from '#contract/appeals.ts';
import { screenshotPath } from '#contract/attestations.ts';
import { posterPath } from '#contract/clips/posters.ts';
import { worthOf } from '#contract/earnings/earned.ts';
import type { ListingState } from '#contract/listings/listings.ts';
import { type Micros, microsPerView } from '#contract/money.ts';
import { reasonsWith } from '#contract/submissions/reject-reasons.ts';
import type { ClipperSubmissionRow, HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { contains } from '#server/infra/contains.ts';
import { textsOf } from '#server/infra/prepared.ts';
import { type SortedRow, sorted } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  isShown,
  ON_HOLD,
  uncontestedViews,
  viewsThatCount,
} from '#server/modules/fraud-holds/fraud-holds.ts';
import { showsAnalytics } from '#server/modules/media/media.ts';
import { type CountingColumns, countingColumns, countingTrouble } from '#server/modules/tracking/tracking.ts';
import { appealSubject } from './appealable.ts';
import { type CaptionCheckColumns, captionCheckColumns, captionProblemOf } from './caption.ts';
import { type ListFilter, sortable } from './list-filter.ts';
import { type MatchColumns, matchColumns, matchJoins, toMatch } from './match.ts';
import { type NextEventInput, nextEvent } from './next-event.ts';
import { posterColumn } from './poster.ts';
import { clipMaximum } from './queries.ts';
import { isFrozen, releaseBy } from './release-dates.ts';
import { toVerdict, type VerdictColumns, verdictColumns } from './verdict.ts';

const PAGE = 20;

type Shared = Omit<ClipperSubmissionRow, 'hostUsername' | 'canResubmit' | 'appealUntil'>;
type Computed = 'posterUrl' | 'worthMicros' | 'verdict' | 'trouble' | 'captionProblem' | 'appeal' | 'next';

export interface Row
  extends Omit<Shared, Computed>,
    SortedRow,
    VerdictColumns,
    CountingColumns,
    CaptionCheckColumns,
    MatchColumns {
  poster_media_id: string | null;
  escalated: boolean;
  trackingUntil: Date | null;
  nextPollAt: Date | null;
  eligibleViews: number;
  minViews: number;
  maxPayoutMicros: Micros | null;
  attestationWaits: boolean;
  freshDueAt: Date | null;
  auditDueAt: Date | null;
  releaseBy: Date | null;
  releasesApart: boolean;
  isPending: boolean;
  waitsForBudget: NextEventInput['waitsForBudget'];
  isFrozen: boolean;
  holdDecideBy: Date | null;
  canResubmit: boolean;
  appealFraudHoldId: string | null;
  appealState: AppealState | null;
  appealDecideBy: Date | null;
  appealUntil: Date | null;
  attestationMediaId: string | null;
  username: string | null;
  postedAt: Date;
  decidedAt: Date | null;
  withdrawnAt: Date | null;
  listingState: ListingState;
}

/**
 * SQL: whether the row is a resubmission of its post on this listing, and whether the clip may be
 * resubmitted.
 */
const resubmissionColumns = sql`
  exists (select from submissions o where o.platform = s.platform and o.post_id = s.post_id
    and o.listing_id = s.listing_id and o.status = 'rejected'
    and (o.submitted_at, o.id) < (s.submitted_at, s.id)) as "isResubmission",
  s.status = 'rejected' and s.reject_reason = any(${textsOf(reasonsWith('fix'))}) and l.state = 'active'
    and not exists (select from submissions o where o.platform = s.platform and o.post_id = s.post_id and o.id <> s.id
      and (o.status in ('pending', 'approved') or (o.status = 'rejected' and o.listing_id = s.listing_id))) as "canResubmit"`;

/** SQL: the joins that filtering and sorting submissions (s) need. */
const sortedFrom = (other: RawBuilder<unknown>) => sql`
  join listings l on l.id = s.listing_id
  join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
  join clip_tracking t on t.submission_id = s.id
  left join clip_earnings e on e.submission_id = s.id
  left join profiles p on p.user_id = ${other}`;

/**
 * SQL: views of clip `t` that are neither contested nor excluded, as the clip's receipt shows them. While the
 * listing is frozen or a hold contests all unreleased views, only the views before the first pending ones.
 */
const verifiedViews = sql<bigint>`case
  when e.state = 'appealed' then 0
  when e.state is not null and (${isFrozen(sql`s.listing_id`)} or exists (
    select from fraud_holds h where h.submission_id = s.id and h.state in ${ON_HOLD} and h.to_views is null))
    then least(${viewsThatCount}, coalesce(pending.first_view, e.paid_views))
  when s.status in ('pending', 'approved') then ${uncontestedViews}
  else ${viewsThatCount} end`;

/**
 * Reads one page of a person's submissions. The rows are chosen before their details are read. `whose`
 * narrows to clipper or host.
 */
export async function readPage(
  db: Database,
  whose: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
  filter: ListFilter,
) {
  const pattern = contains(filter.search);
  const by = sorted(sortable, filter, '-date', sql`s.id`);
  const result = await sql<Row>`
    with chosen as materialized (
      select s.id, ${by.column} from submissions s ${sortedFrom(other)}
      where ${whose}
        ${filter.status ? sql`and s.status = ${filter.status}` : sql``}
        ${filter.listingId ? sql`and s.listing_id = ${filter.listingId}` : sql``}
        ${pattern ? sql`and (v.title ilike ${pattern} or s.url ilike ${pattern} or p.username ilike ${pattern})` : sql``}
        ${by.after}
      order by ${by.order}
      limit ${PAGE + 1})
    select s.id, chosen.sort_value, s.listing_id as "listingId", v.title as "listingTitle", s.platform, s.url, s.caption,
      s.duration_seconds as "durationSeconds", ${posterColumn}, s.reported_views::float8 as "reportedViews",
      t.views::float8 as views, t.likes::float8 as likes, v.rate_cents_per_mille as "rateCentsPerMille", s.status,
      s.submitted_at as "submittedAt", s.decision, s.decision_commits_at as "decisionCommitsAt", s.decide_by as "decideBy",
      s.reject_reason as "rejectReason", s.reject_note as "rejectNote", s.escalated, s.tracking_until as "trackingUntil",
      ${countingColumns}, ${captionCheckColumns}, ${matchColumns}, t.next_poll_at as "nextPollAt", v.min_views::float8 as "minViews",
      (case when s.status = 'pending' then ${uncontestedViews} else ${viewsThatCount} end)::float8 as "eligibleViews",
      (${verifiedViews})::float8 as "verifiedViews", ${clipMaximum} as "maxPayoutMicros", t.count_level as "countLevel",
      coalesce(e.paid_micros, 0) as "payoutMicros", ${verdictColumns('s.id')},
      pending.release_by as "releaseBy", coalesce(pending.releases_apart, false) as "releasesApart",
      coalesce(pending.pending_micros, 0) > 0 as "isPending", e.budget_spent_at as "budgetSpentAt",
      case when e.budget_spent_at is null then null when e.state <> 'accruing' then 'ended'
        when l.state in ('active', 'paused') then 'top_up' else 'freed' end as "waitsForBudget",
      coalesce(e.state, 'accruing') = 'accruing'
        and exists (select from deposits d where d.host_id = l.host_id and d.state = 'disputed') as "isFrozen",
      (select h.decide_by from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated')) as "holdDecideBy",
      p.username, s.posted_at as "postedAt", s.decided_at as "decidedAt", s.withdrawn_at as "withdrawnAt",
      l.state as "listingState", ${resubmissionColumns}, appealed.fraud_hold_id as "appealFraudHoldId",
      appealed.state as "appealState", appealed.decide_by as "appealDecideBy", subject.until as "appealUntil",
      (select p.media_id from view_attestations p join media_files m on m.id = p.media_id and m.state = 'ready'
        where p.submission_id = s.id and p.replaced_at is null and not ${showsAnalytics}) as "attestationMediaId",
      exists (select from view_attestations f where f.submission_id = s.id and f.replaced_at is null
        and f.decision is null) as "attestationWaits",
      (select a.due_at from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
        where a.submission_id = s.id and h.state = 'open' and not exists (
          select from view_attestations f where f.submission_id = s.id and f.id <> a.attestation_id
            and f.sent_at between a.opened_at and a.due_at
            and (f.decision = 'confirmed' or (f.decision is null and f.replaced_at is null)))) as "freshDueAt",
      (select a.due_at from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
        where a.submission_id = s.id and h.state = 'open' and not ${isShown}) as "auditDueAt",
      (select count(*)::int from submission_messages m
        where m.submission_id = s.id and m.author_id = ${other} and m.read_at is null) as "unreadMessages"
    from chosen
    join submissions s on s.id = chosen.id
    ${sortedFrom(other)}
    left join caption_checks w on w.submission_id = s.id
    ${matchJoins}
    left join lateral (
      select min(${releaseBy}) as release_by, count(distinct coalesce(${releaseBy}, 'infinity')) > 1 as releases_apart,
        sum(a.amount_micros)::bigint as pending_micros, min(a.views_from) as first_view
      from accruals a where a.submission_id = s.id and a.state = 'pending') pending on true
    left join lateral (select a.fraud_hold_id, a.state, a.decide_by from appeals a where a.submission_id = s.id
      order by a.opened_at desc, a.id desc limit 1) appealed on true
    ${appealSubject}
    order by ${by.order}`.execute(db);
  return by.page(result.rows, PAGE);
}

export function toRow(row: Row, now: Date): Omit<Row, keyof CountingColumns> & Shared {
  const verdict = toVerdict(row);
  const trouble = countingTrouble(row, row.platform);
  const captionProblem = captionProblemOf(row, row.platform);
  const appeal = appealOf(row);
  const { maxPayoutMicros, payoutMicros, rateCentsPerMille } = row;
  return {
    ...row,
    posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
    worthMicros: worthOf(row.eligibleViews, row),
    verdict,
    trouble,
    captionProblem,
    appeal,
    next: nextEvent({
      ...row,
      isEscalated: row.escalated,
      trackingState: row.tracking_state,
      isAtMaximum:
        maxPayoutMicros !== null && payoutMicros + microsPerView(rateCentsPerMille) > maxPayoutMicros,
      band: verdict.band,
      fraudHoldState: row.fraud_hold_state,
      trouble,
      captionProblem,
      appeal,
      now,
    }),
  };
}

const appealOf = ({ appealState: state, appealDecideBy: decideBy, appealFraudHoldId }: Row) =>
  state &&
  decideBy && { of: appealFraudHoldId ? ('hold' as const) : ('rejection' as const), state, decideBy };

export async function clipperSubmissions(
  db: Database,
  clipperId: AccountId,
  filter: ListFilter,
  now: Date,
): Promise<{ rows: ClipperSubmissionRow[]; nextCursor: string | null }> {
  const found = await readPage(db, sql`s.clipper_id = ${clipperId}`, sql`l.host_id`, filter);
  const rows = found.rows.map((row) => ({
    ...toRow(row, now),
    hostUsername: row.username ?? 'host',
    appealUntil: row.appealUntil && row.appealUntil > now ? row.appealUntil : null,
  }));
  return { rows, nextCursor: found.nextCursor };
}

export async function hostSubmissions(
  db: Database,
  hostId: AccountId,
  filter: ListFilter,
  now: Date,
): Promise<{ rows: HostSubmissionRow[]; nextCursor: string | null }> {
  const found = await readPage(db, sql`l.host_id = ${hostId}`, sql`s.clipper_id`, filter);
  const rows = found.rows.map((row) => ({
    ...toRow(row, now),
    clipperUsername: row.username ?? 'clipper',
    screenshotUrl: row.attestationMediaId && screenshotPath(row.attestationMediaId),
    isEscalated: row.status === 'pending' && row.escalated,
    match: toMatch(row),
  }));
  return { rows, nextCursor: found.nextCursor };
}
