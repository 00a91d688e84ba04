import { type RawBuilder, sql } from 'kysely';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { Micros } from '#contract/money.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import { cursorMoment, page } from '#server/infra/cursor.ts';
import { positionIn } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { MovementKind, MovementOf } from './rules.ts';

/** A transfer as seen from one of its accounts. */
export interface Movement<Account extends LedgerAccountKind = LedgerAccountKind> {
  /** Consists of the transfer's id and the side. */
  id: string;
  entryId: string;
  kind: MovementOf<Account>;
  accountKind: Account;
  occurredAt: Date;
  /** Negative if the account was debited. */
  changeMicros: Micros;
  otherKind: LedgerAccountKind;
  otherOwnerId: string;
  subjectId: string;
}

export interface MovementFilter {
  cursor?: string | undefined;
  /** Newest first when absent. */
  sort?: 'date' | '-date' | undefined;
  /** Only movements from this moment on. */
  from?: Date | undefined;
  /** Only movements before this moment. */
  to?: Date | undefined;
  kinds?: readonly MovementKind[] | undefined;
  /** Only movements whose counterparty or subject is one of these ids. */
  about?: readonly string[] | undefined;
}

/** The place of a row in a history: its time, then the entry, line and side. */
export interface Place {
  occurredAt: Date;
  entryId: string;
  line: number;
  side: 'debit' | 'credit';
}

interface Row<Account extends LedgerAccountKind> extends Movement<Account> {
  line: number;
  side: 'debit' | 'credit';
}

const USUAL = '-date';

/**
 * Returns the position of a movement for the cursor. It contains a time, a line and a side, because one entry
 * may have several movements.
 */
export const placeCursor = (row: Place, sort: MovementFilter['sort'] = USUAL) => ({
  value: `${row.occurredAt.toISOString()} ${row.line} ${row.side}`,
  id: row.entryId,
  sort,
});

export function readPosition({ cursor, sort = USUAL }: Pick<MovementFilter, 'cursor' | 'sort'>) {
  const position = positionIn(cursor, sort, USUAL);
  if (!position) return null;
  const [moment = '', line = '', side = ''] = position.value.split(' ');
  const at = cursorMoment(moment);
  const isOurs = /^\d{1,9}$/.test(line) && /^(debit|credit)$/.test(side);
  return at && isOurs ? { at, entryId: position.id, line: Number(line), side } : null;
}

/**
 * Lists every movement of a person's accounts of these kinds from the ledger, newest first or by `sort`. A
 * movement between two of these accounts is one row, of the credited account. Each kind and side is read by a
 * separate index, so a page costs the same however long the history is.
 */
export async function listMovements<Account extends LedgerAccountKind>(
  db: Database | Tx,
  account: { kinds: readonly Account[]; ownerId: string },
  filter: MovementFilter,
): Promise<{
  rows: (Movement<Account> & Place)[];
  nextCursor: string | null;
  all: (Movement<Account> & Place)[];
}> {
  const parts = account.kinds.flatMap((kind) =>
    (['debit', 'credit'] as const).map((side) => part({ kind, ...account }, side, filter)),
  );
  const { rows } = await sql<Row<Account>>`
    select entry_id || '-' || line || '-' || side as id, entry_id as "entryId", line, side, kind, account_kind as "accountKind",
      occurred_at as "occurredAt", change as "changeMicros", other_kind as "otherKind", other_owner_id as "otherOwnerId",
      subject_id as "subjectId"
    from (${sql.join(parts, sql` union all `)}) t
    order by ${orderOf(filter)} limit ${PAGE_ROWS + 1}`.execute(db);
  return { ...page(rows, PAGE_ROWS, (row) => placeCursor(row, filter.sort)), all: rows };
}

const isOldestFirst = ({ sort }: Pick<MovementFilter, 'sort'>): boolean => sort === 'date';

export function orderOf(filter: Pick<MovementFilter, 'sort'>): RawBuilder<unknown> {
  const direction = sql.raw(isOldestFirst(filter) ? 'asc' : 'desc');
  return sql`occurred_at ${direction}, entry_id ${direction}, line ${direction}, side ${direction}`;
}

function part(
  account: { kind: LedgerAccountKind; kinds: readonly LedgerAccountKind[]; ownerId: string },
  side: 'debit' | 'credit',
  filter: MovementFilter,
): RawBuilder<unknown> {
  const other = side === 'debit' ? 'credit' : 'debit';
  const { from, to, kinds, about } = filter;
  const at = readPosition(filter);
  const past = sql.raw(isOldestFirst(filter) ? '>' : '<');
  const otherOwner = sql.ref(`${other}_owner_id`);
  return sql`
    (select entry_id, line, ${side}::text as side, kind, ${account.kind}::ledger_account_kind as account_kind, occurred_at,
       ${side === 'debit' ? sql`-amount_micros` : sql`amount_micros`} as change,
       ${sql.ref(`${other}_kind`)} as other_kind, ${otherOwner} as other_owner_id, subject_id
     from ledger_transfers
     where ${sql.ref(`${side}_owner_id`)} = ${account.ownerId} and ${sql.ref(`${side}_kind`)} = ${account.kind}
       ${at ? sql`and occurred_at ${past}= ${at.at} and (occurred_at, entry_id, line, ${side}::text) ${past} (${at.at}, ${at.entryId}::uuid, ${at.line}, ${at.side}::text)` : sql``}
       ${side === 'debit' && account.kinds.length > 1 ? sql`and not (credit_owner_id = ${account.ownerId} and credit_kind = any(${account.kinds}::ledger_account_kind[]))` : sql``}
       ${from ? sql`and occurred_at >= ${from}` : sql``} ${to ? sql`and occurred_at < ${to}` : sql``}
       ${kinds ? sql`and kind = any(${kinds}::text[])` : sql``}
       ${about ? sql`and (${otherOwner} = any(${about}::uuid[]) or subject_id = any(${about}::uuid[]))` : sql``}
     order by ${orderOf(filter)} limit ${PAGE_ROWS + 1})`;
}
