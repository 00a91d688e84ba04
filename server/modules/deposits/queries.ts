import { sql } from 'kysely';
import type { HostTransaction } from '#contract/deposits.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import { decodeCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';

interface TransferRow {
  entry_id: string;
  line: number;
  kind: string;
  occurred_at: Date;
  change: bigint;
  listing_id: string | null;
  listing_title: string | null;
}

const TYPES: Record<string, HostTransaction['type']> = {
  'deposit.confirmed': 'Deposit',
  'deposit.refunded': 'Refund',
  'deposit.refund_reversed': 'Refund returned',
  chargeback: 'Chargeback',
  'chargeback.reversed': 'Chargeback returned',
  'listing.posted': 'Listing posted',
  'listing.topped_up': 'Listing topped up',
  'listing.settled': 'Listing returned',
};

/** A moment and a line, so that several moves of one entry stay apart. */
const positionOf = (row: TransferRow) => ({
  value: `${row.occurred_at.toISOString()} ${row.line}`,
  id: row.entry_id,
});

function readPosition(cursor: string | undefined): { at: Date; entryId: string; line: number } | null {
  const position = decodeCursor(cursor);
  if (!position) return null;
  const [moment = '', line = ''] = position.value.split(' ');
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || !/^\d{1,9}$/.test(line)) return null;
  return { at, entryId: position.id, line: Number(line) };
}

/** Every move of the host's balance, newest first, straight from the ledger: what is not there did not happen. */
export async function hostTransactions(
  db: Database,
  hostId: string,
  cursor: string | undefined,
): Promise<{ rows: HostTransaction[]; nextCursor: string | null }> {
  const position = readPosition(cursor);
  const before = position
    ? sql`and (occurred_at, entry_id, line) < (${position.at}, ${position.entryId}::uuid, ${position.line})`
    : sql``;
  const side = (kind: 'debit' | 'credit', change: ReturnType<typeof sql>) => sql`
    (select entry_id, line, kind, occurred_at, ${change} as change,
       case when ${sql.ref(kind === 'debit' ? 'credit_kind' : 'debit_kind')} = 'listing'
         then ${sql.ref(kind === 'debit' ? 'credit_owner_id' : 'debit_owner_id')} end as listing_id
     from ledger_transfers
     where ${sql.ref(`${kind}_owner_id`)} = ${hostId} and ${sql.ref(`${kind}_kind`)} = 'host' ${before}
     order by occurred_at desc, entry_id desc, line desc
     limit ${PAGE_ROWS + 1})`;
  const { rows } = await sql<TransferRow>`
    select t.*, l.title as listing_title
    from (${side('debit', sql`-amount_micros`)} union all ${side('credit', sql`amount_micros`)}) t
    left join listings l on l.id = t.listing_id
    order by t.occurred_at desc, t.entry_id desc, t.line desc
    limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = page(rows, PAGE_ROWS, positionOf);
  return { rows: cut.rows.map(asTransaction), nextCursor: cut.nextCursor };
}

const asTransaction = (row: TransferRow): HostTransaction => ({
  id: `${row.entry_id}-${row.line}`,
  date: row.occurred_at,
  amountMicros: micros(row.change),
  type: TYPES[row.kind] ?? 'Refund',
  listingId: row.listing_id,
  listingTitle: row.listing_title,
  status: 'Completed',
});
