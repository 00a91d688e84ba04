import { type RawBuilder, sql } from 'kysely';
import type { AppealState } from '#contract/appeals.ts';
import { screenshotPath } from '#contract/attestations.ts';
import { posterPath } from '#contract/clips/posters.ts';
import { worthOf } from '#contract/earnings/earned.ts';
import type { ListingState } from '#contract/listings/listings.ts';
import { micros, microsPerView } from '#contract/money.ts';
import { type RejectReason, reasonsWith } from '#contract/submissions/reject-reasons.ts';
import type {
  ClipperSubmissionRow,
  HostSubmissionRow,
  SubmissionStatus,
} from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { contains } from '#server/infra/contains.ts';
import { textsOf } from '#server/infra/prepared.ts';
import { type SortedRow, sorted } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ON_HOLD, uncontestedViews, viewsThatCount } from '#server/modules/fraud-holds/fraud-holds.ts';
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

export interface Row extends SortedRow, VerdictColumns, CountingColumns, CaptionCheckColumns, MatchColumns {
  id: string;
  listing_id: string;
  title: string;
  platform: Platform;
  url: string;
  caption: string;
  poster_media_id: string | null;
  duration_seconds: number | null;
  reported_views: bigint;
  views: bigint;
  likes: bigint | null;
  rate_cents_per_mille: number;
  status: SubmissionStatus;
  submitted_at: Date;
  decision: 'approve' | 'reject' | null;
  decision_commits_at: Date | null;
  decide_by: Date;
  reject_reason: RejectReason | null;
  reject_note: string | null;
  escalated: boolean;
  tracking_until: Date | null;
  next_poll_at: Date | null;
  paid_micros: bigint;
  eligible_views: bigint;
  verified_views: bigint;
  min_views: bigint;
  max_payout_micros: bigint | null;
  count_level: CountLevel;
  attestation_waits: boolean;
  fresh_due_at: Date | null;
  release_by: Date | null;
  releases_apart: boolean;
  pending_micros: bigint;
  budget_spent_at: Date | null;
  waits_for_budget: NextEventInput['waitsForBudget'];
  is_frozen: boolean;
  hold_decide_by: Date | null;
  is_resubmission: boolean;
  unread_messages: bigint;
  can_resubmit: boolean;
  appeal_fraud_hold_id: string | null;
  appeal_state: AppealState | null;
  appeal_decide_by: Date | null;
  appeal_until: Date | null;
  attestation_media_id: string | null;
  username: string | null;
  posted_at: Date;
  decided_at: Date | null;
  withdrawn_at: Date | null;
  listing_state: ListingState;
}

/**
 * SQL: whether the row is a resubmission of its post on this listing, and whether the clip may be
 * resubmitted.
 */
const resubmissionColumns = sql`
  exists (select from submissions o where o.platform = s.platform and o.post_id = s.post_id
    and o.listing_id = s.listing_id and o.status = 'rejected'
    and (o.submitted_at, o.id) < (s.submitted_at, s.id)) as is_resubmission,
  s.status = 'rejected' and s.reject_reason = any(${textsOf(reasonsWith('fix'))}) and l.state = 'active'
    and not exists (select from submissions o where o.platform = s.platform and o.post_id = s.post_id and o.id <> s.id
      and (o.status in ('pending', 'approved') or (o.status = 'rejected' and o.listing_id = s.listing_id))) as can_resubmit`;

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
    select s.id, chosen.sort_value, s.listing_id, v.title, s.platform, s.url, s.caption, s.duration_seconds, ${posterColumn}, s.reported_views,
      t.views, t.likes, v.rate_cents_per_mille, s.status, s.submitted_at, s.decision,
      s.decision_commits_at, s.decide_by, s.reject_reason, s.reject_note, s.escalated, s.tracking_until,
      ${countingColumns}, ${captionCheckColumns}, ${matchColumns}, t.next_poll_at, v.min_views,
      case when s.status = 'pending' then ${uncontestedViews} else ${viewsThatCount} end as eligible_views, ${verifiedViews} as verified_views, ${clipMaximum} as max_payout_micros, t.count_level,
      coalesce(e.paid_micros, 0) as paid_micros, ${verdictColumns('s.id')},
      pending.release_by, coalesce(pending.releases_apart, false) as releases_apart, coalesce(pending.pending_micros, 0) as pending_micros,
      e.budget_spent_at, case when e.budget_spent_at is null then null when e.state <> 'accruing' then 'ended'
        when l.state in ('active', 'paused') then 'top_up' else 'freed' end as waits_for_budget,
      coalesce(e.state, 'accruing') = 'accruing'
        and exists (select from deposits d where d.host_id = l.host_id and d.state = 'disputed') as is_frozen,
      (select h.decide_by from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated')) as hold_decide_by,
      p.username, s.posted_at, s.decided_at, s.withdrawn_at, l.state as listing_state, ${resubmissionColumns},
      appealed.fraud_hold_id as appeal_fraud_hold_id, appealed.state as appeal_state, appealed.decide_by as appeal_decide_by,
      subject.until as appeal_until,
      (select f.media_id from view_attestations f join media_files m on m.id = f.media_id and m.state = 'ready'
        where f.submission_id = s.id and f.replaced_at is null) as attestation_media_id,
      exists (select from view_attestations f where f.submission_id = s.id and f.replaced_at is null
        and f.decision is null) as attestation_waits,
      (select a.due_at from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
        where a.submission_id = s.id and h.state = 'open' and not exists (
          select from view_attestations f where f.submission_id = s.id and f.id <> a.attestation_id
            and f.sent_at between a.opened_at and a.due_at
            and (f.decision = 'confirmed' or (f.decision is null and f.replaced_at is null)))) as fresh_due_at,
      (select count(*) from submission_messages m
        where m.submission_id = s.id and m.author_id = ${other} and m.read_at is null) as unread_messages
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

export const toRow = (row: Row, now: Date) => ({
  id: row.id,
  listingId: row.listing_id,
  listingTitle: row.title,
  platform: row.platform,
  url: row.url,
  caption: row.caption,
  posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
  durationSeconds: row.duration_seconds,
  reportedViews: Number(row.reported_views),
  views: Number(row.views),
  countLevel: row.count_level,
  verifiedViews: Number(row.verified_views),
  likes: row.likes === null ? null : Number(row.likes),
  rateCentsPerMille: row.rate_cents_per_mille,
  status: row.status,
  submittedAt: row.submitted_at,
  decision: row.decision,
  decisionCommitsAt: row.decision_commits_at,
  decideBy: row.decide_by,
  rejectReason: row.reject_reason,
  rejectNote: row.reject_note,
  isResubmission: row.is_resubmission,
  unreadMessages: Number(row.unread_messages),
  payoutMicros: micros(row.paid_micros),
  worthMicros: worthOf(Number(row.eligible_views), {
    rateCentsPerMille: row.rate_cents_per_mille,
    minViews: Number(row.min_views),
    maxPayoutMicros: row.max_payout_micros === null ? null : micros(row.max_payout_micros),
  }),
  budgetSpentAt: row.budget_spent_at,
  verdict: toVerdict(row),
  trouble: countingTrouble(row, row.platform),
  captionProblem: captionProblemOf(row, row.platform),
  appeal: appealOf(row),
  next: nextEvent({
    status: row.status,
    decision: row.decision,
    decisionCommitsAt: row.decision_commits_at,
    decideBy: row.decide_by,
    isEscalated: row.escalated,
    trackingUntil: row.tracking_until,
    trackingState: row.tracking_state,
    nextPollAt: row.next_poll_at,
    countLevel: row.count_level,
    attestationWaits: row.attestation_waits,
    isAtMaximum:
      row.max_payout_micros !== null &&
      row.paid_micros + microsPerView(row.rate_cents_per_mille) > row.max_payout_micros,
    freshDueAt: row.fresh_due_at,
    band: toVerdict(row).band,
    fraudHoldState: row.fraud_hold_state,
    holdDecideBy: row.hold_decide_by,
    releaseBy: row.release_by,
    releasesApart: row.releases_apart,
    isPending: row.pending_micros > 0n,
    trouble: countingTrouble(row, row.platform),
    captionProblem: captionProblemOf(row, row.platform),
    waitsForBudget: row.waits_for_budget,
    isFrozen: row.is_frozen,
    canResubmit: row.can_resubmit,
    appeal: appealOf(row),
    appealUntil: row.appeal_until,
    now,
  }),
});

const appealOf = (row: Row) =>
  row.appeal_state &&
  row.appeal_decide_by && {
    of: row.appeal_fraud_hold_id ? ('hold' as const) : ('rejection' as const),
    state: row.appeal_state,
    decideBy: row.appeal_decide_by,
  };

export async function clipperSubmissions(
  db: Database,
  clipperId: string,
  filter: ListFilter,
  now: Date,
): Promise<{ rows: ClipperSubmissionRow[]; nextCursor: string | null }> {
  const found = await readPage(db, sql`s.clipper_id = ${clipperId}`, sql`l.host_id`, filter);
  const rows = found.rows.map((row) => ({
    ...toRow(row, now),
    hostUsername: row.username ?? 'host',
    canResubmit: row.can_resubmit,
    appealUntil: row.appeal_until && row.appeal_until > now ? row.appeal_until : null,
  }));
  return { rows, nextCursor: found.nextCursor };
}

export async function hostSubmissions(
  db: Database,
  hostId: string,
  filter: ListFilter,
  now: Date,
): Promise<{ rows: HostSubmissionRow[]; nextCursor: string | null }> {
  const found = await readPage(db, sql`l.host_id = ${hostId}`, sql`s.clipper_id`, filter);
  const rows = found.rows.map((row) => ({
    ...toRow(row, now),
    clipperUsername: row.username ?? 'clipper',
    screenshotUrl: row.attestation_media_id && screenshotPath(row.attestation_media_id),
    isEscalated: row.status === 'pending' && row.escalated,
    match: toMatch(row),
  }));
  return { rows, nextCursor: found.nextCursor };
}
