import { type RawBuilder, sql } from 'kysely';
import type { DatedStretch } from '#contract/clips/counted-views.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import { micros, microsPerView } from '#contract/money.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import type { Database } from '#server/infra/transaction.ts';
import { readStretches, uncontestedViews, viewsThatCount } from '#server/modules/fraud-holds/fraud-holds.ts';
import {
  clipMaximum,
  releaseBy,
  toVerdict,
  type VerdictColumns,
  verdictColumns,
} from '#server/modules/submissions/submissions.ts';
import { type CountingColumns, countingColumns, countingTrouble } from '#server/modules/tracking/tracking.ts';
import { clipStates, contestedMicros, contestedReserve } from './clip-states.ts';
import { type ReceiptFacts, type ReceiptStep, recompute, uncontested } from './recompute.ts';

interface ClipRow extends VerdictColumns, CountingColumns {
  listing_id: string;
  title: string;
  host: string;
  clipper: string;
  platform: Platform;
  url: string;
  status: SubmissionStatus;
  submitted_at: Date;
  approved_at: Date | null;
  approved_how: string | null;
  tracking_until: Date | null;
  listing_version: number;
  rate_cents_per_mille: number;
  min_views: bigint;
  max_payout_micros: bigint | null;
  count_level: CountLevel;
  views: bigint;
  eligible_views: bigint;
  paid_views: bigint;
  paid_micros: bigint;
  contested_micros: bigint;
  contested_reserve: bigint;
  budget_spent_at: Date | null;
  payable_views: bigint;
  is_frozen: boolean;
  is_appealed: boolean;
  by_figures: boolean;
  counted_views: 'all' | 'engaged';
  counted_countries: string[];
  is_opened: boolean;
  is_minimum_safe: boolean;
  is_past_window: boolean;
  tracked_views: bigint;
}

interface Step extends ReceiptStep {
  entry_id: string;
  accrued_at: Date;
  release_by: Date | null;
  released_at: Date | null;
}

/**
 * Returns a clip's receipt: every computation from its counts to its money. The caller has checked that the
 * clip exists and that the reader takes part in it.
 */
export async function readReceipt(db: Database, submissionId: string): Promise<Receipt> {
  const [clip, steps, snapshots, parts] = await Promise.all([
    readClip(db, submissionId),
    readSteps(db, submissionId),
    readSnapshots(db, submissionId),
    readParts(db, submissionId),
  ]);
  const stretches = clip.by_figures ? await readStretches(db, submissionId) : null;
  const facts = await readFacts(db, submissionId, clip, { steps, snapshots, stretches });
  const recomputation = recompute(facts);
  const verified = stretches ? uncontested(facts).verified : clip.eligible_views;
  const contested = clip.tracked_views > verified ? clip.tracked_views - verified : 0n;
  const sumOf = (state: Step['state']) =>
    micros(steps.reduce((sum, step) => sum + (step.state === state ? step.amount_micros : 0n), 0n));
  return {
    submissionId,
    listingId: clip.listing_id,
    listingTitle: clip.title,
    hostUsername: clip.host,
    clipperUsername: clip.clipper,
    platform: clip.platform,
    url: clip.url,
    status: clip.status,
    submittedAt: clip.submitted_at,
    approvedAt: clip.approved_at,
    approvedHow: clip.approved_how,
    trackingUntil: clip.tracking_until,
    listingVersion: clip.listing_version,
    rateCentsPerMille: clip.rate_cents_per_mille,
    countedViews: Number(clip.views),
    countLevel: clip.count_level,
    excludedViews: Number(clip.views - verified - contested),
    contestedViews: Number(contested),
    eligibleViews: Number(verified),
    byFigures: stretches && byFigures(clip, stretches),
    minViews: Number(clip.min_views),
    maxPayoutMicros: clip.max_payout_micros === null ? null : micros(clip.max_payout_micros),
    paidViews: Number(clip.paid_views),
    earnedMicros: micros(clip.paid_micros),
    pendingMicros: sumOf('pending'),
    releasedMicros: sumOf('released'),
    contestedMicros: micros(clip.contested_micros),
    contestedReservedMicros: micros(clip.contested_reserve),
    isFrozen: clip.is_frozen,
    paidOutMicros: micros(parts.reduce((sum, part) => sum + (part.state === 'paid' ? part.micros : 0n), 0n)),
    takenBackMicros: sumOf('taken_back'),
    budgetSpent: budgetSpentOf(clip),
    accruals: steps.map((step) => ({
      viewsFrom: Number(step.views_from),
      viewsTo: Number(step.views_to),
      amountMicros: micros(step.amount_micros),
      accruedAt: step.accrued_at,
      releaseBy: step.release_by,
      releasedAt: step.released_at,
      state: step.state,
      payouts: parts
        .filter((part) => part.entry_id === step.entry_id)
        .map((part) => ({
          id: part.payout_id,
          amountMicros: micros(part.micros),
          paidAt: part.state === 'paid' ? part.finished_at : null,
        })),
    })),
    snapshots,
    verdict: toVerdict(clip),
    trouble: countingTrouble(clip, clip.platform),
    recomputes: recomputation.every(({ proven }) => proven !== false),
    recomputation,
  };
}

function budgetSpentOf(clip: ClipRow): Receipt['budgetSpent'] {
  const views = clip.payable_views - clip.paid_views;
  if (clip.budget_spent_at === null || views <= 0n) return null;
  const amountMicros = micros(views * microsPerView(clip.rate_cents_per_mille));
  return { since: clip.budget_spent_at, views: Number(views), amountMicros };
}

const byFigures = (clip: ClipRow, stretches: readonly DatedStretch[]): Receipt['byFigures'] => ({
  countedViews: clip.counted_views,
  countedCountries: clip.counted_countries,
  countingViews: Number(clip.eligible_views),
  stretches: stretches.map(({ fromAt, toAt, fromViews, toViews, fromCounted, toCounted }) => ({
    fromAt,
    toAt,
    viewsFrom: Number(fromViews),
    viewsTo: Number(toViews),
    countingViews: Number(toCounted - fromCounted),
  })),
});

/** Reads the facts that were recorded at each step, from which the receipt's results are recomputed. */
async function readFacts(
  db: Database,
  submissionId: string,
  clip: ClipRow,
  { steps, snapshots, stretches }: Pick<ReceiptFacts, 'steps' | 'snapshots' | 'stretches'>,
): Promise<ReceiptFacts> {
  const holds = await db
    .selectFrom('fraud_holds')
    .select(['state', 'from_views', 'to_views'])
    .where('submission_id', '=', submissionId)
    .where('state', 'in', ['open', 'escalated', 'upheld'])
    .execute();
  const upheld = holds.filter(({ state }) => state === 'upheld');
  const open = holds.find(({ state }) => state !== 'upheld');
  return {
    snapshots,
    steps,
    upheld: upheld.map(({ from_views, to_views }) => ({ from: from_views, to: to_views ?? from_views })),
    hold:
      open && (clip.is_opened || clip.status === 'pending' || clip.status === 'approved')
        ? { from: open.from_views, to: open.to_views }
        : null,
    waits: clip.is_appealed ? 'appealed' : clip.is_frozen ? 'frozen' : null,
    isOver: clip.tracking_state !== 'polling' || clip.is_past_window,
    countedAt: clip.last_fetched_at,
    countedViews: clip.views,
    trackedViews: clip.tracked_views,
    eligibleViews: clip.eligible_views,
    stretches,
    minViews: clip.min_views,
    isMinimumReached: clip.is_minimum_safe,
    maxPayoutMicros: clip.max_payout_micros,
    ratePerView: microsPerView(clip.rate_cents_per_mille),
    paidViews: clip.paid_views,
    paidMicros: clip.paid_micros,
  };
}

async function readClip(db: Database, submissionId: string): Promise<ClipRow> {
  const { rows } = await sql<ClipRow>`
    select s.listing_id, v.title, coalesce(hp.username, 'host') as host, coalesce(cp.username, 'clipper') as clipper, s.platform, s.url,
      s.status, s.submitted_at, s.approved_at, s.approved_how, s.tracking_until, s.listing_version, v.rate_cents_per_mille, v.min_views,
      ${clipMaximum} as max_payout_micros, t.count_level, t.views, 
      coalesce(c.eligible_views, case when s.status in ('pending', 'approved') then ${uncontestedViews} else ${viewsThatCount} end) as eligible_views,
      coalesce(c.paid_views, 0) as paid_views, coalesce(c.paid_micros, 0) as paid_micros,
      coalesce(${contestedMicros}, 0) as contested_micros, coalesce(${contestedReserve}, 0) as contested_reserve, c.budget_spent_at, coalesce(c.payable_views, 0) as payable_views,
      coalesce(c.is_frozen, false) as is_frozen,
      coalesce(c.is_appealed, false) as is_appealed, t.by_figures, v.counted_views, v.counted_countries, c.submission_id is not null as is_opened,
      coalesce(c.is_minimum_safe, false) as is_minimum_safe,
      coalesce(t.last_fetched_at > s.tracking_until or w.stopped_at is not null or w.restored_at >= t.last_fetched_at, false)
        as is_past_window, t.eligible_views as tracked_views,
      ${countingColumns}, ${verdictColumns('s.id')}
    from submissions s
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    join clip_tracking t on t.submission_id = s.id
    left join caption_checks w on w.submission_id = s.id
    left join profiles hp on hp.user_id = l.host_id
    left join profiles cp on cp.user_id = s.clipper_id
    left join lateral (${clipStates(ofClip(submissionId))}) c on true
    where s.id = ${submissionId}`.execute(db);
  return rows[0]!;
}

const ofClip = (submissionId: string): RawBuilder<unknown> => sql`e.submission_id = ${submissionId}`;

async function readSteps(db: Database, submissionId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select a.entry_id, a.views_from, a.views_to, a.amount_micros, a.counted_views, a.counted_at, a.accrued_at, a.released_at,
      case when a.state = 'pending' then ${releaseBy} end as release_by,
      case when a.state = 'reversed' and a.released_at is not null then 'taken_back' else a.state end as state
    from accruals a join clip_tracking t on t.submission_id = a.submission_id
    where a.submission_id = ${submissionId}
    order by a.views_from, a.accrued_at`.execute(db);
  return rows;
}

async function readSnapshots(db: Database, submissionId: string): Promise<Receipt['snapshots']> {
  const rows = await db
    .selectFrom('view_snapshots')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('fetched_at')
    .execute();
  const whole = (value: bigint | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    fetchedAt: row.fetched_at,
    views: Number(row.views),
    likes: whole(row.likes),
    comments: whole(row.comments),
    shares: whole(row.shares),
    source: row.source,
    countingRule: row.counting_rule,
  }));
}

interface Part {
  entry_id: string;
  payout_id: string;
  micros: bigint;
  state: string;
  finished_at: Date | null;
}

/** Lists the parts of the clip's accruals that are in payouts, oldest first. */
async function readParts(db: Database, submissionId: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select k.entry_id, k.payout_id, k.amount_micros - k.replaced_micros as micros, p.state, p.finished_at
    from payout_accruals k join payouts p on p.id = k.payout_id
    where k.submission_id = ${submissionId} and k.freed_at is null and k.replaced_micros < k.amount_micros
    order by p.requested_at, p.id`.execute(db);
  return rows;
}
