import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { depositRoutes, HostTransaction } from '#contract/deposits/deposits.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { contains } from '#server/infra/contains.ts';
import { page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  type DaySpending,
  listMovements,
  listSpending,
  type MovementOf,
  type Place,
  placeCursor,
  type SpendingWay,
} from '#server/modules/ledger/ledger.ts';

type Filter = z.output<typeof depositRoutes.hostTransactions.query & z.ZodType>;
type Type = HostTransaction['type'];

/**
 * The displayed name of each kind of movement on a host's balance. A new kind without a name does not
 * compile.
 */
const TYPES: Record<MovementOf<'host'>, Type> = {
  'deposit.confirmed': 'Deposit',
  'deposit.refunded': 'Refund',
  'deposit.refund_reversed': 'Refund returned',
  'listing.posted': 'Listing posted',
  'listing.topped_up': 'Listing topped up',
  chargeback: 'Chargeback',
  'chargeback.reversed': 'Chargeback returned',
  'loss.covered': 'Chargeback covered',
  'listing.settled': 'Listing returned',
  'account.closed': 'Account closed',
  'suspense.received': 'Account closed',
  'suspense.reclaimed': 'Account closed',
};
const SPENDING: Record<SpendingWay, Type> = { spent: 'Spent on clips', 'given back': 'Returned by clips' };

const kindsOf = (type: Type): MovementOf<'host'>[] =>
  (Object.keys(TYPES) as MovementOf<'host'>[]).filter((kind) => TYPES[kind] === type);
const wayOf = (type: Type): SpendingWay | undefined =>
  (Object.keys(SPENDING) as SpendingWay[]).find((way) => SPENDING[way] === type);

const DAY_MS = 86_400_000;

type Row = Place & Omit<HostTransaction, 'balanceMicros' | 'listingTitle'>;

/**
 * Lists every movement of the host's balance from the ledger, and what clips cost by listing and day, newest
 * first or by `sort`.
 */
export async function hostTransactions(
  db: Database,
  hostId: AccountId,
  { cursor, sort, type, from, to, listing, search }: Filter,
  now: Date,
): Promise<{ rows: HostTransaction[]; nextCursor: string | null }> {
  const about = await aboutOf(db, hostId, { listing, search });
  const common = {
    cursor,
    sort,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(Date.parse(to) + DAY_MS) : undefined,
  };
  const way = type && wayOf(type);
  const account = { kinds: ['host'] as const, ownerId: hostId };
  const moves = way
    ? []
    : (await listMovements(db, account, { ...common, about, kinds: type && kindsOf(type) })).all;
  const spending =
    type && !way ? [] : await listSpending(db, hostId, { ...common, listings: about, way }, now);
  const merged = [...moves.map(ofMove), ...spending.map(ofSpending)].sort(
    (a, b) => (sort === 'date' ? 1 : -1) * compare(a, b),
  );
  const cut = page(merged, PAGE_ROWS, (row) => placeCursor(row, sort));
  const titles = await titlesOf(db, cut.rows);
  const balances = await balancesAfter(db, hostId, cut.rows);
  return {
    rows: cut.rows.map(({ occurredAt: _at, entryId: _entry, line: _line, side: _side, ...row }, at) => ({
      ...row,
      balanceMicros: balances[at]!,
      listingTitle: titles.get(row.listingId ?? '') ?? null,
    })),
    nextCursor: cut.nextCursor,
  };
}

type Move = Awaited<ReturnType<typeof listMovements<'host'>>>['rows'][number];

const placeOf = ({ occurredAt, entryId, line, side }: Place): Place => ({ occurredAt, entryId, line, side });

const ofMove = (row: Move): Row => ({
  ...placeOf(row),
  id: row.id,
  date: row.occurredAt,
  amountMicros: row.changeMicros,
  spentMicros: ZERO_MICROS,
  type: TYPES[row.kind],
  listingId: row.otherKind === 'listing' ? row.otherOwnerId : null,
  status: 'Completed',
});

const ofSpending = (row: DaySpending): Row => ({
  ...placeOf(row),
  id: `${row.listingId}-${row.occurredAt.toISOString().slice(0, 10)}-${row.line}`,
  date: row.occurredAt,
  amountMicros: ZERO_MICROS,
  spentMicros: row.spentMicros,
  type: SPENDING[row.way],
  listingId: row.listingId,
  status: 'Completed',
});

/** Compares two places like the database: by time, entry, line and side. */
function compare(a: Place, b: Place): number {
  const by = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return (
    a.occurredAt.getTime() - b.occurredAt.getTime() ||
    by(a.entryId, b.entryId) ||
    a.line - b.line ||
    by(a.side, b.side)
  );
}

/**
 * Returns the host's balance after each of these rows. It is the current balance less all later movements, of
 * every type, so that it is right in a filtered list too.
 */
async function balancesAfter(db: Database, hostId: AccountId, rows: readonly Place[]): Promise<Micros[]> {
  if (rows.length === 0) return [];
  const part = (side: 'debit' | 'credit', sign: RawBuilder<unknown>) => sql`
    select occurred_at, entry_id, line, ${side}::text as side, ${sign} * amount_micros as change from ledger_transfers
    where ${sql.ref(`${side}_owner_id`)} = ${hostId} and ${sql.ref(`${side}_kind`)} = 'host'
      and occurred_at >= (select min(occurred_at) from places)`;
  const { rows: found } = await sql<{ balance: bigint }>`
    with places as (
      select * from unnest(${rows.map((row) => row.occurredAt)}::timestamptz[], ${rows.map((row) => row.entryId)}::uuid[],
        ${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.side)}::text[])
        with ordinality as p (occurred_at, entry_id, line, side, ordinal)
    ), moves as (${part('debit', sql`-1`)} union all ${part('credit', sql`1`)}),
    summed as (
      select ordinal, sum(change) over (order by occurred_at desc, entry_id desc, line desc, side desc
        rows between unbounded preceding and current row) - change as later
      from (select occurred_at, entry_id, line, side, change, null::bigint as ordinal from moves
        where not exists (select from places p where (p.occurred_at, p.entry_id, p.line, p.side)
          = (moves.occurred_at, moves.entry_id, moves.line, moves.side))
        union all
        select p.occurred_at, p.entry_id, p.line, p.side, coalesce(m.change, 0), p.ordinal
        from places p left join moves m on (p.occurred_at, p.entry_id, p.line, p.side)
          = (m.occurred_at, m.entry_id, m.line, m.side)) all_rows
    )
    select (coalesce((select balance_micros from ledger_accounts where kind = 'host' and owner_id = ${hostId}), 0)
      - later)::bigint as balance
    from summed where ordinal is not null order by ordinal`.execute(db);
  return found.map(({ balance }) => micros(balance));
}

/**
 * Returns the ids to which the list is limited: matching listings and a searched id. Undefined means no
 * limit.
 */
async function aboutOf(
  db: Database,
  hostId: AccountId,
  { listing, search }: Pick<Filter, 'listing' | 'search'>,
): Promise<string[] | undefined> {
  const pattern = contains(search);
  if (!pattern) return listing === undefined ? undefined : [listing];
  const { rows } = await sql<{ id: string }>`
    select id from listings where host_id = ${hostId} and title ilike ${pattern}
      ${listing ? sql`and id = ${listing}` : sql``}`.execute(db);
  const named = idSchema.safeParse(search).success && (!listing || listing === search) ? [search!] : [];
  return [...named, ...rows.map(({ id }) => id)];
}

async function titlesOf(
  db: Database,
  rows: readonly Pick<HostTransaction, 'listingId'>[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ listingId }) => listingId ?? []);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; title: string }>`
    select id, title from listings where id = any(${ids}::uuid[])`.execute(db);
  return new Map(found.map(({ id, title }) => [id, title]));
}
