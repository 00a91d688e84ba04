import { sql } from 'kysely';
import type { z } from 'zod';
import type { depositRoutes, HostTransaction } from '#contract/deposits/deposits.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { contains } from '#server/infra/contains.ts';
import type { Database } from '#server/infra/transaction.ts';
import { listMovements, type MovementOf } from '#server/modules/ledger/ledger.ts';

type Filter = z.output<typeof depositRoutes.hostTransactions.query & z.ZodType>;

/**
 * The displayed name of each kind of movement on a host's balance. A new kind without a name does not
 * compile.
 */
const TYPES: Record<MovementOf<'host'>, HostTransaction['type']> = {
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

const kindsOf = (type: HostTransaction['type']): MovementOf<'host'>[] =>
  (Object.keys(TYPES) as MovementOf<'host'>[]).filter((kind) => TYPES[kind] === type);

const DAY_MS = 86_400_000;

/** Lists every movement of the host's balance from the ledger, newest first or by `sort`. */
export async function hostTransactions(
  db: Database,
  hostId: string,
  { cursor, sort, type, from, to, listing, search }: Filter,
): Promise<{ rows: HostTransaction[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await listMovements(
    db,
    { kinds: ['host'], ownerId: hostId },
    {
      cursor,
      sort,
      kinds: type && kindsOf(type),
      from: from ? new Date(from) : undefined,
      to: to ? new Date(Date.parse(to) + DAY_MS) : undefined,
      about: await aboutOf(db, hostId, { listing, search }),
    },
  );
  const ids = rows.filter((row) => row.otherKind === 'listing').map((row) => row.otherOwnerId);
  const titles = await titlesOf(db, ids);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      date: row.occurredAt,
      amountMicros: row.changeMicros,
      type: TYPES[row.kind],
      listingId: row.otherKind === 'listing' ? row.otherOwnerId : null,
      listingTitle: titles.get(row.otherOwnerId) ?? null,
      status: 'Completed',
    })),
    nextCursor,
  };
}

/** Whether a dispute about one of this host's payments is undecided. */
export async function isDisputed(db: Database, hostId: string): Promise<boolean> {
  const open = await db
    .selectFrom('deposits')
    .select('id')
    .where('host_id', '=', hostId)
    .where('state', '=', 'disputed')
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Returns the ids to which the list is limited: matching listings and a searched id. Undefined means no
 * limit.
 */
async function aboutOf(
  db: Database,
  hostId: string,
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

async function titlesOf(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from listings where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
