import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ClipperOverview, HostOverview } from '#contract/admin/overviews.ts';
import { posterPath } from '#contract/clips/posters.ts';
import { PAGE_ROWS, RECHECK_HOURS } from '#contract/limits.ts';
import { micros, ZERO_MICROS } from '#contract/money.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, clipperPending, host } from '#server/modules/ledger/ledger.ts';
import {
  awayUntil,
  isFrozen,
  isOnHold,
  posterColumn,
  recheckedAt,
  releasableAt,
  releaseBy,
  successRate,
  waitsForCaption,
} from '#server/modules/submissions/submissions.ts';
import { clipStates, contestedMicros, mayBeContested } from './clip-states.ts';
import { owedBy } from './debts.ts';

/** Months and days are in UTC, so that they are the same for everybody. */
const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

export async function clipperOverview(
  db: Database,
  clipperId: AccountId,
  now: Date,
): Promise<ClipperOverview> {
  const [available, pending, owed, sums, counts] = await Promise.all([
    balanceOf(db, clipperAvailable(clipperId)),
    balanceOf(db, clipperPending(clipperId)),
    owedBy(db, clipperId),
    clipperSums(db, clipperId, now),
    submissionCounts(db, clipperId),
  ]);
  return {
    figures: {
      earnedMicros: micros(sums.earned),
      availableMicros: available,
      pendingMicros: pending,
      onItsWayMicros: micros(sums.on_its_way),
      contestedMicros: micros(sums.contested_micros),
      paidOutMicros: micros(sums.paid_out),
      thisMonthMicros: micros(sums.this_month),
      owedMicros: owed,
    },
    submitted: (counts.pending ?? 0) + (counts.approved ?? 0) + (counts.rejected ?? 0),
    approved: counts.approved ?? 0,
    pending: counts.pending ?? 0,
    successRate: successRate(counts),
  };
}

type ClipperSums = Record<'earned' | 'on_its_way' | 'contested_micros' | 'paid_out' | 'this_month', bigint>;

async function clipperSums(db: Database, clipperId: AccountId, now: Date): Promise<ClipperSums> {
  const { rows } = await sql<ClipperSums>`
    select
      (select coalesce(sum(paid_micros), 0)::bigint from clip_earnings where clipper_id = ${clipperId}) as earned,
      (select coalesce(sum(amount_micros), 0)::bigint from payouts
        where clipper_id = ${clipperId} and state in ('requested', 'processing')) as on_its_way,
      (select coalesce(sum(amount_micros), 0)::bigint from payouts
        where clipper_id = ${clipperId} and state = 'paid') as paid_out,
      (select coalesce(sum(${contestedMicros}), 0)::bigint
        from (${clipStates(sql`e.clipper_id = ${clipperId} and ${mayBeContested}`)}) c) as contested_micros,
      (select coalesce(sum(a.amount_micros), 0)::bigint
        from clip_earnings e join accruals a on a.submission_id = e.submission_id
        where e.clipper_id = ${clipperId} and a.state <> 'reversed' and a.accrued_at >= ${monthStart(now)}) as this_month`.execute(
    db,
  );
  return rows[0]!;
}

async function submissionCounts(
  db: Database,
  clipperId: AccountId,
): Promise<Partial<Record<SubmissionStatus, number>>> {
  const rows = await db
    .selectFrom('submissions')
    .select(['status', sql<number>`count(*)::int`.as('clips')])
    .where('clipper_id', '=', clipperId)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.clips]));
}

/**
 * Lists each clip's pending money, the day by which all of it is released, and any other reasons why it
 * waits.
 */
export async function pendingRows(db: Database, clipperId: AccountId) {
  const { rows } = await sql<{
    id: string;
    title: string;
    caption: string;
    url: string;
    amount: bigint;
    due: Date | null;
    band: string;
    is_on_hold: boolean;
    is_frozen: boolean;
    is_blocked: boolean;
    is_away: boolean;
    lacks_caption: boolean;
    awaits_recheck: boolean;
  }>`
    select e.submission_id as id, v.title, s.caption, s.url, sum(a.amount_micros)::bigint as amount,
      case when bool_and(${releaseBy} is not null) then max(${releaseBy}) end as due, t.band, bool_or(${isOnHold}) as is_on_hold,
      bool_or(${isFrozen(sql`a.listing_id`)}) as is_frozen,
      bool_or(${releasableAt} is null) as is_blocked, bool_or(${awayUntil} is not null) as is_away, bool_or(${waitsForCaption}) as lacks_caption, bool_or(${recheckedAt} is not null) as awaits_recheck
    from clip_earnings e
    join accruals a on a.submission_id = e.submission_id and a.state = 'pending'
    join clip_tracking t on t.submission_id = e.submission_id
    join submissions s on s.id = e.submission_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where e.clipper_id = ${clipperId}
    group by e.submission_id, v.title, s.caption, s.url, t.band
    order by due, e.submission_id`.execute(db);
  return rows.map((row) => ({
    submissionId: row.id,
    listingTitle: row.title,
    caption: row.caption,
    url: row.url,
    amountMicros: micros(row.amount),
    releaseBy: row.due,
    waitsFor: waitsFor(row),
  }));
}

interface Waiting {
  band: string;
  due: Date | null;
  is_on_hold: boolean;
  is_frozen: boolean;
  is_blocked: boolean;
  is_away: boolean;
  lacks_caption: boolean;
  awaits_recheck: boolean;
}

function waitsFor({
  band,
  due,
  is_on_hold,
  is_frozen,
  is_blocked,
  is_away,
  lacks_caption,
  awaits_recheck,
}: Waiting): string | null {
  if (is_frozen) return 'It is set aside until a bank decides about a payment of the host.';
  if (is_on_hold) return 'Its views are on hold until a reviewer decides.';
  if (is_away)
    return 'Its post can’t be read right now. The money is released once we can read it, or when its count is final.';
  if (lacks_caption)
    return 'Its caption lacks something that the listing requires. The money is released once that is fixed, or when its count is final.';
  if (band === 'needs_review' && due !== null)
    return 'A reviewer checks its score first. Without a decision, it is released on this date.';
  if (!is_blocked) return null;
  if (awaits_recheck)
    return `Its views are counted once more ${RECHECK_HOURS} hours after its tracking ends.`;
  if (band === 'not_enough_data')
    return 'Not enough data yet. It is released earlier if there is enough before this date.';
  return 'A reviewer checks its views before it is released.';
}

const DAYS_SHOWN = 84;

/** Returns paid views and their amount for each day of the last twelve weeks, including days with zero. */
export async function dailySeries(db: Database, side: 'clipper' | 'host', accountId: AccountId, now: Date) {
  const whose =
    side === 'clipper'
      ? sql`e.clipper_id = ${accountId}`
      : sql`e.listing_id in (select id from listings where host_id = ${accountId})`;
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ day: string; views: bigint; amount: bigint }>`
    with paid as (
      select (a.accrued_at at time zone 'UTC')::date as day, sum(a.views_to - a.views_from) as views,
        sum(a.amount_micros) as amount
      from clip_earnings e join accruals a on a.submission_id = e.submission_id
      where ${whose} and a.state <> 'reversed'
        and a.accrued_at >= (${today}::date - ${DAYS_SHOWN - 1}::int)::timestamp at time zone 'UTC'
      group by 1
    )
    select d.day::date as day, coalesce(paid.views, 0)::bigint as views, coalesce(paid.amount, 0)::bigint as amount
    from generate_series(${today}::date - ${DAYS_SHOWN - 1}::int, ${today}::date, interval '1 day') as d (day)
    left join paid on paid.day = d.day::date
    order by d.day`.execute(db);
  return rows.map(({ day, views, amount }) => ({ day, views: Number(views), amountMicros: micros(amount) }));
}

export async function hostOverview(db: Database, hostId: AccountId, now: Date): Promise<HostOverview> {
  const { rows } = await sql<{
    spent: bigint;
    views: bigint;
    reserved: bigint;
    free: bigint;
    this_month: bigint;
    active: number;
    pending: number;
    to_decide: number;
  }>`
    with mine as materialized (select id, state from listings where host_id = ${hostId}),
    clips as materialized (select e.* from clip_earnings e join mine on mine.id = e.listing_id)
    select coalesce(sum(paid_micros), 0)::bigint as spent, coalesce(sum(paid_views), 0)::bigint as views,
      coalesce(sum(reserved_micros), 0)::bigint as reserved,
      (select coalesce(sum(a.balance_micros), 0)::bigint from mine
        join ledger_accounts a on a.kind = 'listing' and a.owner_id = mine.id) as free,
      (select coalesce(sum(a.amount_micros), 0)::bigint from clips
        join accruals a on a.submission_id = clips.submission_id
        where a.state <> 'reversed' and a.accrued_at >= ${monthStart(now)}) as this_month,
      (select count(*)::int from mine where state = 'active') as active,
      (select count(*)::int from mine join submissions s on s.listing_id = mine.id where s.status = 'pending') as pending,
      (select count(*)::int from mine join submissions s on s.listing_id = mine.id
        where s.status = 'pending' and not s.escalated and s.decision is null) as to_decide
    from clips`.execute(db);
  const row = rows[0]!;
  return {
    balanceMicros: await balanceOf(db, host(hostId)),
    totalBudgetMicros: micros(row.spent + row.reserved + row.free),
    spentMicros: micros(row.spent),
    reservedMicros: micros(row.reserved),
    freeMicros: micros(row.free),
    thisMonthMicros: micros(row.this_month),
    activeListings: row.active,
    views: Number(row.views),
    pendingClips: row.pending,
    clipsToDecide: row.to_decide,
  };
}

interface EarningRow {
  id: string;
  title: string;
  caption: string;
  url: string;
  poster_media_id: string | null;
  views: bigint;
  count_level: CountLevel;
  earned: bigint | null;
  last_day: bigint | null;
  approved_at: Date;
}

/** Lists approved clips with their earnings, newest approval first. */
export async function earningRows(db: Database, clipperId: AccountId, cursor: string | undefined, now: Date) {
  const position = decodeMomentCursor(cursor);
  const before = position
    ? sql`and (s.approved_at, s.id) < (${position.value}::timestamptz, ${position.id}::uuid)`
    : sql``;
  const { rows } = await sql<EarningRow>`
    select s.id, v.title, s.caption, s.url, ${posterColumn}, t.views, t.count_level, e.paid_micros as earned, s.approved_at,
      (select sum(a.amount_micros)::bigint from accruals a where a.submission_id = s.id and a.state <> 'reversed'
        and a.accrued_at > ${now}::timestamptz - interval '24 hours') as last_day
    from submissions s
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    join clip_tracking t on t.submission_id = s.id
    left join clip_earnings e on e.submission_id = s.id
    where s.clipper_id = ${clipperId} and s.status = 'approved' ${before}
    order by s.approved_at desc, s.id desc
    limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = page(rows, PAGE_ROWS, (row) => ({ value: row.approved_at.toISOString(), id: row.id }));
  return {
    rows: cut.rows.map((row) => ({
      submissionId: row.id,
      listingTitle: row.title,
      caption: row.caption,
      url: row.url,
      posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
      views: Number(row.views),
      countLevel: row.count_level,
      earnedMicros: row.earned === null ? ZERO_MICROS : micros(row.earned),
      lastDayMicros: row.last_day === null ? ZERO_MICROS : micros(row.last_day),
      approvedAt: row.approved_at,
    })),
    nextCursor: cut.nextCursor,
  };
}
