import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { EarningMove, statementRoutes } from '#contract/ledger/statements.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import { contains } from '#server/infra/contains.ts';
import type { Database } from '#server/infra/transaction.ts';
import { MOVEMENT_LABELS } from './labels.ts';
import { listMovements, type Movement } from './list-movements.ts';
import type { MovementOf } from './rules.ts';

type Filter = z.output<typeof statementRoutes.clipperMoves.query & z.ZodType>;

const ACCOUNTS = {
  clipper_pending: 'Pending',
  clipper_available: 'Available',
  clipper_owed: 'Owed',
} as const satisfies Partial<Record<LedgerAccountKind, NonNullable<EarningMove['to']>>>;
type Account = keyof typeof ACCOUNTS;
const accountKinds = Object.keys(ACCOUNTS) as Account[];

/** Names each kind of movement on a clipper's accounts. A new kind without a name does not compile. */
const TYPES: Record<MovementOf<Account>, EarningMove['type']> = {
  'earnings.accrued': 'Earned',
  'clip.contested': 'Taken back',
  'counter.fell': 'Taken back',
  'earnings.released': 'Released',
  'payout.started': 'Payout',
  'payout.failed': 'Payout',
  'payout.canceled': 'Payout',
  'payout.returned': 'Payout',
  'fraud.upheld': 'Taken back',
  'debt.offset': 'Debt',
  'debt.written_off': 'Debt',
  'account.closed': 'Payout',
  'suspense.received': 'Payout',
  'suspense.reclaimed': 'Payout',
};
const kindsOf = (type: EarningMove['type']): MovementOf<Account>[] =>
  (Object.keys(TYPES) as MovementOf<Account>[]).filter((kind) => TYPES[kind] === type);

const DAY_MS = 86_400_000;

/**
 * Lists every movement of a clipper's earnings from the ledger, newest first or by `sort`, with one row for
 * each movement.
 */
export async function clipperMoves(
  db: Database,
  clipperId: AccountId,
  { cursor, sort, type, from, to, listing, search }: Filter,
): Promise<{ rows: EarningMove[]; nextCursor: string | null }> {
  const account = { kinds: accountKinds, ownerId: clipperId };
  const { rows, nextCursor } = await listMovements(db, account, {
    cursor,
    sort,
    kinds: type && kindsOf(type),
    from: from ? new Date(from) : undefined,
    to: to ? new Date(Date.parse(to) + DAY_MS) : undefined,
    about: await aboutOf(db, clipperId, { listing, search }),
  });
  const listings = await listingsOf(db, rows);
  return {
    rows: rows.map((row) => {
      const listing = listings.get(row.otherOwnerId) ?? listings.get(row.subjectId);
      return {
        id: row.id,
        date: row.occurredAt,
        type: TYPES[row.kind],
        name: MOVEMENT_LABELS[row.kind],
        ...sidesOf(row),
        amountMicros: row.changeMicros,
        listingId: listing?.id ?? null,
        listingTitle: listing?.title ?? null,
      };
    }),
    nextCursor,
  };
}

/** Returns the clipper's accounts between which the money moved; null for another owner's account. */
function sidesOf(row: Movement<Account>): Pick<EarningMove, 'from' | 'to'> {
  const [own, other] = [ACCOUNTS[row.accountKind], ACCOUNTS[row.otherKind as Account] ?? null];
  return row.changeMicros < 0n ? { from: own, to: other } : { from: other, to: own };
}

/**
 * Returns the ids of the matching clips and listings, because the ledger names either as the source of
 * earnings. Returns undefined if nothing is filtered.
 */
async function aboutOf(
  db: Database,
  clipperId: AccountId,
  { listing, search }: Pick<Filter, 'listing' | 'search'>,
): Promise<string[] | undefined> {
  const pattern = contains(search);
  if (!listing && !pattern) return undefined;
  const { rows } = await sql<{ id: string; listing_id: string }>`
    select e.submission_id as id, e.listing_id from clip_earnings e
    join listings l on l.id = e.listing_id left join profiles p on p.user_id = l.host_id
    where e.clipper_id = ${clipperId} ${listing ? sql`and e.listing_id = ${listing}` : sql``}
      ${pattern ? sql`and (l.title ilike ${pattern} or p.username ilike ${pattern} or e.submission_id::text = ${search})` : sql``}`.execute(
    db,
  );
  const named = idSchema.safeParse(search).success && !listing ? [search!] : [];
  return [...new Set([...named, ...rows.flatMap((row) => [row.id, row.listing_id])])];
}

/**
 * Finds the listing of each movement: the listing of the other account or, for a release, the listing on
 * which the money was earned.
 */
async function listingsOf(
  db: Database,
  rows: Pick<Movement, 'kind' | 'otherKind' | 'otherOwnerId' | 'subjectId'>[],
): Promise<Map<string, { id: string; title: string }>> {
  const owners = (kind: LedgerAccountKind) =>
    rows.filter((row) => row.otherKind === kind).map((row) => row.otherOwnerId);
  const released = rows.filter(({ kind }) => kind === 'earnings.released').map(({ subjectId }) => subjectId);
  const found = await sql<{ owner_id: string; id: string; title: string }>`
    select id as owner_id, id, title from listings where id = any(${[...owners('listing'), ...released]}::uuid[])
    union all
    select s.id, l.id, l.title from submissions s join listings l on l.id = s.listing_id
      where s.id = any(${owners('clip_reserved')}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ owner_id, ...listing }) => [owner_id, listing]));
}
