import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type MovementFilter, orderOf, type Place, readPosition } from './list-movements.ts';

/** The money that a listing's clips earned on one day (UTC), or gave back. */
export interface DaySpending extends Place {
  listingId: string;
  way: SpendingWay;
  /** Negative for money that clips gave back. */
  spentMicros: Micros;
}

export type SpendingWay = 'spent' | 'given back';

interface SpendingFilter extends Pick<MovementFilter, 'cursor' | 'sort' | 'from' | 'to'> {
  /** Only these listings. */
  listings?: readonly string[] | undefined;
  way?: SpendingWay | undefined;
}

/** The lines of a day's sums, above those of any entry, so that sums and movements have one order. */
const LINES: Record<SpendingWay, number> = { spent: 100_000_000, 'given back': 100_000_001 };

const DAY_MS = 86_400_000;
const FIRST_DAYS = 32;

/**
 * Lists what a host's clips cost by listing and day, newest first or by `sort`, from the ledger. A sum is
 * sorted by the beginning of its day. If the newest are first, only the days of one page are read.
 */
export async function listSpending(
  db: Database | Tx,
  hostId: AccountId,
  filter: SpendingFilter,
  now: Date,
): Promise<DaySpending[]> {
  if (filter.sort === 'date')
    return await readSpending(db, hostId, filter, { start: readPosition(filter)?.at });
  const latest = readPosition(filter)?.at ?? filter.to ?? now;
  const end = new Date(Math.floor(latest.getTime() / DAY_MS + 1) * DAY_MS);
  // No clip costs money before its listing exists.
  const first = await oldestListing(db, hostId);
  if (!first) return [];
  for (let days = FIRST_DAYS; ; days *= 4) {
    const start = new Date(end.getTime() - days * DAY_MS);
    const rows = await readSpending(db, hostId, filter, { start, end });
    if (start <= (filter.from ?? first) || start <= first || rows.length > PAGE_ROWS) return rows;
  }
}

async function oldestListing(db: Database | Tx, hostId: AccountId): Promise<Date | null> {
  const { first } = await db
    .selectFrom('listings')
    .select((of) => of.fn.min('created_at').as('first'))
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  return first;
}

async function readSpending(
  db: Database | Tx,
  hostId: AccountId,
  filter: SpendingFilter,
  window: { start?: Date | undefined; end?: Date | undefined },
): Promise<DaySpending[]> {
  const { from, to, listings, way } = filter;
  const at = readPosition(filter);
  const past = sql.raw(filter.sort === 'date' ? '>' : '<');
  const inTime = sql`true ${from ? sql`and t.occurred_at >= ${from}` : sql``} ${to ? sql`and t.occurred_at < ${to}` : sql``}
    ${window.start ? sql`and t.occurred_at >= ${window.start}` : sql``} ${window.end ? sql`and t.occurred_at < ${window.end}` : sql``}`;
  const { rows } = await sql<Omit<DaySpending, 'spentMicros'> & { spent: bigint }>`
    with mine as (
      select id from listings where host_id = ${hostId} ${listings ? sql`and id = any(${listings}::uuid[])` : sql``}
    ), budgets as (
      select id as owner_id, 'listing'::ledger_account_kind as kind, id as listing_id from mine
      union all
      select e.submission_id, 'clip_reserved', e.listing_id from clip_earnings e join mine on mine.id = e.listing_id
    ), moves as (${sql.join([movesOf('spent', inTime), movesOf('given back', inTime)], sql` union all `)}),
    days as (
      select date_trunc('day', occurred_at, 'UTC') as occurred_at, listing_id as entry_id, line, 'debit'::text as side, way,
        sum(amount)::bigint as spent
      from moves group by 1, 2, 3, 5
    )
    select occurred_at as "occurredAt", entry_id as "entryId", entry_id as "listingId", line, side, way, spent from days
    where true ${way ? sql`and way = ${way}` : sql``}
      ${at ? sql`and (occurred_at, entry_id, line, side) ${past} (${at.at}, ${at.entryId}::uuid, ${at.line}, ${at.side}::text)` : sql``}
    order by ${orderOf(filter)} limit ${PAGE_ROWS + 1}`.execute(db);
  return rows.map(({ spent, ...row }) => ({ ...row, spentMicros: micros(spent) }));
}

/** SQL: the movements between the budgets and clippers' accounts, in one direction. */
function movesOf(way: SpendingWay, inTime: RawBuilder<unknown>): RawBuilder<unknown> {
  const [mine, other] = way === 'spent' ? ['debit', 'credit'] : ['credit', 'debit'];
  return sql`
    select b.listing_id, t.occurred_at, ${sql.lit(LINES[way])} as line, ${way}::text as way,
      ${way === 'spent' ? sql`t.amount_micros` : sql`-t.amount_micros`} as amount
    from budgets b join ledger_transfers t
      on ${sql.ref(`t.${mine}_owner_id`)} = b.owner_id and ${sql.ref(`t.${mine}_kind`)} = b.kind
    where ${sql.ref(`t.${other}_kind`)} in ('clipper_pending', 'clipper_available', 'clipper_owed') and ${inTime}`;
}
