import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { ListingPin } from '#contract/listings/listing-pins.ts';
import {
  type HostListingRow,
  type ListingBudget,
  type ListingPage,
  type listingRoutes,
  namedState,
  type PauseReason,
} from '#contract/listings/listings.ts';
import { unplayable, type VideoFormat } from '#contract/media/media.ts';
import { connectedBy } from '#contract/platforms/platforms.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { hasConnection } from '#server/modules/connections/connections.ts';
import { lightOf, mayWatchSources, storyboardOf, type Viewer } from '#server/modules/media/media.ts';
import { type HostStatsColumns, hostRecord } from '#server/modules/profiles/profiles.ts';
import { type FeedSqlRow, feedColumns, feedJoins, sourcePoster, toFeedRow } from './feed-row.ts';
import { type RulesSqlRow, rulesColumns, toRules } from './terms-columns.ts';

type Db = Database | Tx;

export async function usernameOf(db: Db, accountId: AccountId): Promise<string | null> {
  const row = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return row?.username ?? null;
}

/** Returns the pins of a listing, in the order of the source. */
export async function pinsOf(db: Db, listingId: string): Promise<ListingPin[]> {
  return await db
    .selectFrom('listing_pins')
    .select(['second', 'label'])
    .where('listing_id', '=', listingId)
    .orderBy('second')
    .execute();
}

/**
 * SQL: the parts of the budget of listing `l`. Free is the balance of the listing's account. Paid and
 * reserved are sums over its clips. Returned is read from the host's account, which has few credits.
 */
const budgetColumns = sql`
  l.funded_micros as "fundedMicros", coalesce(a.balance_micros, 0) as "freeMicros", clips.paid_micros as "paidMicros",
  clips.reserved_micros as "reservedMicros", coalesce(back.returned_micros, 0) as "returnedMicros",
  coalesce(back.taken_back_micros, 0) as "takenBackMicros"`;
const budgetJoins = sql`
  left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
  cross join lateral (
    select coalesce(sum(e.paid_micros), 0)::bigint as paid_micros,
      coalesce(sum(e.reserved_micros), 0)::bigint as reserved_micros,
      (count(*) filter (where e.budget_spent_at is not null and e.state = 'accruing'))::int as unpaid_clips
    from clip_earnings e where e.listing_id = l.id) clips
  left join lateral (
    select sum(t.amount_micros)::bigint as returned_micros,
      (sum(t.amount_micros) filter (where t.kind = 'loss.covered'))::bigint as taken_back_micros
    from ledger_transfers t
    where t.credit_owner_id = l.host_id and t.credit_kind = 'host'
      and t.debit_kind = 'listing' and t.debit_owner_id = l.id) back
    on l.state in ('settled', 'removed') or l.remainder_returns > 0`;

const toBudget = (row: ListingBudget): ListingBudget => ({
  fundedMicros: row.fundedMicros,
  paidMicros: row.paidMicros,
  reservedMicros: row.reservedMicros,
  freeMicros: row.freeMicros,
  returnedMicros: row.returnedMicros,
  takenBackMicros: row.takenBackMicros,
});

/** Returns the budgets of these listings by id: the funded amount and what became of it. */
export async function budgetsOf(db: Db, listingIds: readonly string[]): Promise<Map<string, ListingBudget>> {
  const { rows } = await sql<ListingBudget & { id: string }>`
    select l.id, ${budgetColumns} from listings l ${budgetJoins}
    where l.id = any(${listingIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toBudget(row)]));
}

/** Returns the budget of one existing listing, like `budgetsOf`. */
export async function budgetOf(db: Db, listingId: string): Promise<ListingBudget> {
  return (await budgetsOf(db, [listingId])).get(listingId)!;
}

interface PageSqlRow
  extends FeedSqlRow,
    HostStatsColumns,
    ListingBudget,
    RulesSqlRow,
    Pick<ListingPage, 'state' | 'version' | 'description' | 'instructions' | 'endsAt'> {
  hostId: AccountId;
  pauseReason: PauseReason | null;
  sourceUrl: string | null;
  fileName: string | null;
  sizeBytes: number | null;
  format: VideoFormat | null;
  storyboard_tiles: number | null;
  storyboard_tile_width: number | null;
  storyboard_tile_height: number | null;
  light: 'failed' | 'ready' | 'unneeded' | null;
  light_share: number | null;
}

/**
 * Returns one listing as its page shows it; null if it does not exist or was removed. Its host still sees a
 * removed listing.
 */
export async function showListing(db: Db, id: string, viewer: Viewer | null): Promise<ListingPage | null> {
  const viewerId = viewer?.accountId ?? null;
  const { rows } = await sql<PageSqlRow>`
    select ${feedColumns}, ${budgetColumns},
      h.reject_reasons, h.fraud_holds_appealed, h.fraud_holds_overturned, l.host_id as "hostId", l.state,
      l.pause_reason as "pauseReason", v.version, v.description, v.instructions, ${rulesColumns}, v.source_url as "sourceUrl",
      m.file_name as "fileName", m.size_bytes::float8 as "sizeBytes", m.format, m.storyboard_tiles, m.storyboard_tile_width,
      m.storyboard_tile_height, m.light, m.light_share, l.ends_at as "endsAt"
    from listings l ${budgetJoins} ${feedJoins}
    where l.id = ${id} and (l.state <> 'removed' or l.host_id = ${viewerId}::uuid)`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return toPage(row, viewerId, {
    isVerified: await hasConnection(db, row.hostId, connectedBy('host')),
    mayWatch: await mayWatchSources(db, row.hostId, viewer),
    pins: await pinsOf(db, id),
  });
}

function toPage(
  row: PageSqlRow,
  viewerId: string | null,
  { isVerified, mayWatch, pins }: { isVerified: boolean; mayWatch: boolean; pins: ListingPin[] },
): ListingPage {
  const feed = toFeedRow(row);
  return {
    ...feed,
    host: { ...feed.host, ...hostRecord(row), isVerified },
    state: row.state,
    isBudgetUsedUp: namedState({ state: row.state, pauseReason: row.pauseReason }) === 'budget_used_up',
    version: row.version,
    description: row.description,
    instructions: row.instructions,
    rules: toRules(row),
    budget: toBudget(row),
    source: {
      kind: row.sourceKind,
      url: row.source_media_id ? `/media/${row.source_media_id}` : row.sourceUrl!,
      fileName: row.fileName,
      sizeBytes: row.sizeBytes,
      durationMs: row.sourceDurationMs,
      mayWatch,
      posterUrl: feed.sourcePosterUrl,
      light:
        row.source_media_id && mayWatch
          ? lightOf({ id: row.source_media_id, light: row.light, light_share: row.light_share ?? 0 })
          : null,
      storyboard: row.source_media_id ? storyboardOf({ ...row, id: row.source_media_id }) : null,
      unplayable: row.format ? unplayable(row.format) : [],
      pins,
    },
    endsAt: row.endsAt,
    isOwn: row.hostId === viewerId,
  };
}

interface HostSqlRow extends Omit<HostListingRow, 'budget' | 'sourcePosterUrl'>, ListingBudget {
  source_media_id: string | null;
  has_poster: boolean | null;
}

/** Values by which a host's own listings can be sorted. */
const hostSortValues = sortValues({
  date: { by: sql`"createdAt"`, kind: 'moment' },
  title: { by: sql`title`, kind: 'text' },
  pending: { by: sql`"pendingClips"`, kind: 'number' },
  approved: { by: sql`"approvedClips"`, kind: 'number' },
  spent: { by: sql`"paidMicros"`, kind: 'number' },
  reserved: { by: sql`"reservedMicros"`, kind: 'number' },
  free: { by: sql`"freeMicros"`, kind: 'number' },
});

interface HostListingFilter extends z.output<typeof listingRoutes.hostListings.query & z.ZodType> {
  /** Only these listings. */
  ids?: readonly string[];
}

export async function hostListings(
  db: Db,
  hostId: AccountId,
  filter: HostListingFilter,
): Promise<{ rows: HostListingRow[]; nextCursor: string | null }> {
  const pattern = contains(filter.search);
  const by = sorted(hostSortValues, filter, '-date');
  const { rows } = await sql<HostSqlRow & SortedRow>`
    select *, ${by.column} from (select l.id, l.title, l.state, l.pause_reason as "pauseReason", l.platforms,
      l.rate_cents_per_mille as "rateCentsPerMille", l.created_at as "createdAt",
      coalesce(l.pause_reason = 'disputed' and not exists (select from deposits d
        where d.host_id = l.host_id and d.state = 'disputed'), false) as "isPaymentLost",
      ${budgetColumns}, clips.unpaid_clips as "unpaidClips", counts.*, coalesce(week.week_micros, 0) as "lastWeekMicros",
      v.source_media_id, m.has_poster
    from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    left join media_files m on m.id = v.source_media_id
    ${budgetJoins}
    cross join lateral (
      select (count(*) filter (where s.status = 'pending'))::int as "pendingClips",
        (count(*) filter (where s.status = 'approved'))::int as "approvedClips",
        coalesce(sum(c.views) filter (where s.status = 'approved'), 0)::float8 as views,
        coalesce(sum(e.paid_views), 0)::float8 as "verifiedViews"
      from submissions s left join clip_tracking c on c.submission_id = s.id
        left join clip_earnings e on e.submission_id = s.id
      where s.listing_id = l.id) counts
    left join listing_spend_rates week on week.listing_id = l.id
    where l.host_id = ${hostId} ${filter.ids ? sql`and l.id = any(${filter.ids}::uuid[])` : sql``}
      ${filter.state ? sql`and ${inState(filter.state)}` : sql``}
      ${pattern ? sql`and l.title ilike ${pattern}` : sql``}) listing
    where true ${by.after}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { rows: cut.rows.map(toHostRow), nextCursor: cut.nextCursor };
}

/**
 * Returns the condition for a state by its name; `running` includes listings that resume as soon as they have
 * budget.
 */
function inState(state: NonNullable<HostListingFilter['state']>) {
  const isUsedUp = sql`(l.state = 'paused' and l.pause_reason = 'exhausted')`;
  if (state === 'budget_used_up') return isUsedUp;
  if (state === 'running') return sql`(l.state = 'active' or ${isUsedUp})`;
  return state === 'paused' ? sql`(l.state = 'paused' and not ${isUsedUp})` : sql`l.state = ${state}`;
}

const toHostRow = (row: HostSqlRow): HostListingRow => ({
  ...row,
  budget: toBudget(row),
  sourcePosterUrl: sourcePoster(row),
});

/**
 * Returns whether this host's balance is frozen: by a dispute, or by a fraud warning that no admin has
 * decided on.
 */
export async function isBalanceFrozen(tx: Database | Tx, hostId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`
    select exists (
      select from deposits where host_id = ${hostId} and (state = 'disputed' or frozen_at is not null)
    ) as frozen`.execute(tx);
  return rows[0]!.frozen;
}
