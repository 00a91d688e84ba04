import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  ExternalLine,
  externalStatementRoutes,
  LineState,
  MissingMovement,
  RailSummary,
} from '#contract/external-statements/external-statements.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { isWholeCents, type Micros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { movementName } from '#server/modules/ledger/ledger.ts';

const unmatched = sql`l.state in ('differs', 'only_outside', 'other_currency')`;
const noted = sql`exists (select from external_notes x where x.line_id = l.id)`;

/** Counts unmatched lines and movements that nobody has explained. */
export async function countUnmatched(db: Database | Tx, before: Date | null = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from external_lines l where ${unmatched} and not ${noted}
        and ${before ? sql`l.occurred_at < ${before}` : sql`true`})
      + (select count(*) from external_missing m
        where not exists (select from external_notes x where x.entry_id = m.entry_id)
          and ${before ? sql`m.occurred_at < ${before}` : sql`true`}))::int as count`.execute(db);
  return rows[0]!.count;
}

type LineFilter = z.output<typeof externalStatementRoutes.externalLines.query & z.ZodType>;

const lineSortValues = sortValues({ date: { by: sql`l.occurred_at`, kind: 'moment' } });

interface Noted {
  reason: string | null;
  notedAt: Date | null;
  notedBy: string | null;
}

type LineRow = Omit<ExternalLine, 'isFee' | 'state' | 'bookedAs' | 'note' | 'canHold'> &
  Noted &
  SortedRow & { part: string; state: Exclude<LineState, 'explained'>; kind: string | null };

/** SQL: the columns of `Noted`, of note `x` and its author `u`. */
const noteColumns = sql`x.reason, x.noted_at as "notedAt", u.name as "notedBy"`;
const NOTE = sql`left join users u on u.id = x.noted_by`;

/** Lists lines of statements, newest first. */
export async function listLines(
  db: Database,
  { rail, state, search, ...query }: LineFilter,
): Promise<{ rows: ExternalLine[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const by = sorted(lineSortValues, query, '-date', sql`l.id`);
  const kept =
    state === 'open'
      ? sql`${unmatched} and not ${noted}`
      : state === 'explained'
        ? sql`${unmatched} and ${noted}`
        : ['differs', 'only_outside', 'other_currency'].includes(state)
          ? sql`l.state = ${state} and not ${noted}`
          : sql`l.state = ${state}`;
  const { rows } = await sql<LineRow>`
    select l.id, l.rail, l.occurred_at as "occurredAt", l.category, l.part, l.reference, l.counterparty, l.description,
      l.amount_micros as "amountMicros", l.currency, l.state, b.booked as "bookedMicros", b.kind, ${noteColumns}, ${by.column}
    from external_lines l
    left join lateral (
      select min(t.kind) as kind, sum(case
        when t.debit_kind::text like 'clearing%' then t.amount_micros
        when t.credit_kind::text like 'clearing%' then -t.amount_micros end)::bigint as booked
      from external_matches m join ledger_transfers t on t.entry_id = m.entry_id where m.line_id = l.id
    ) b on true
    left join external_notes x on x.line_id = l.id ${NOTE}
    where ${kept} ${by.after} ${rail ? sql`and l.rail = ${rail}` : sql``}
      ${pattern ? sql`and (l.reference ilike ${pattern} or l.counterparty ilike ${pattern} or l.description ilike ${pattern} or l.category ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { ...cut, rows: cut.rows.map(toLine) };
}

const toNote = ({ reason, notedAt, notedBy }: Noted) =>
  reason !== null && notedAt !== null ? { reason, by: notedBy, at: notedAt } : null;

const toLine = (row: LineRow): ExternalLine => {
  const note = toNote(row);
  const isOpen = !['matched', 'internal'].includes(row.state);
  return {
    ...row,
    isFee: row.part === 'fee',
    state: isOpen && note ? 'explained' : row.state,
    bookedAs: row.kind && movementName(row.kind),
    note,
    canHold: note === null && mayHold(row),
  };
};

/** Whether the line is incoming money that is not booked. */
export const mayHold = (line: { state: string; part: string; amountMicros: Micros }): boolean =>
  line.state === 'only_outside' &&
  line.part === 'amount' &&
  line.amountMicros > 0n &&
  isWholeCents(line.amountMicros);

type MissingFilter = z.output<typeof externalStatementRoutes.missingMovements.query & z.ZodType>;

const missingSortValues = sortValues({
  date: { by: sql`m.occurred_at`, kind: 'moment' },
});

/** Lists movements that no statement has, newest first. */
export async function listMissing(
  db: Database,
  { rail, state, search, ...query }: MissingFilter,
): Promise<{ rows: MissingMovement[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const by = sorted(missingSortValues, query, '-date', sql`m.entry_id`);
  const { rows } = await sql<Omit<MissingMovement, 'name' | 'note'> & Noted & SortedRow>`
    select m.entry_id as id, m.rail, m.occurred_at as "occurredAt", m.kind, m.reference, m.amount_micros as "amountMicros",
      ${noteColumns}, ${by.column}
    from external_missing m left join external_notes x on x.entry_id = m.entry_id ${NOTE}
    where ${state === 'open' ? sql`x.id is null` : sql`x.id is not null`} ${by.after} ${rail ? sql`and m.rail = ${rail}` : sql``}
      ${pattern ? sql`and (m.reference ilike ${pattern} or m.kind ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return {
    ...cut,
    rows: cut.rows.map((row) => ({ ...row, name: movementName(row.kind), note: toNote(row) })),
  };
}

type Summary = Omit<RailSummary, 'canFetch'>;

type SummaryRow = Omit<Summary, 'lastImport' | 'period'> & {
  from: Date | null;
  to: Date | null;
  at: Date | null;
  fileName: string | null;
  lines: number;
  newLines: number;
};

/** Compares each account with its statements, in one consistent read. */
export async function summarize(db: Database | Tx): Promise<Summary[]> {
  const { rows } = await sql<SummaryRow>`
    with counted as (
      select rail, coalesce(sum(amount_micros) filter (where currency = 'USD' and not is_transfer and state <> 'internal'), 0)::bigint as outside,
        count(*) filter (where state = 'matched')::int as matched,
        count(*) filter (where state = 'differs' and not noted)::int as differs,
        count(*) filter (where state in ('only_outside', 'other_currency') and not noted)::int as only_outside,
        count(*) filter (where state = 'internal')::int as internal,
        count(*) filter (where state in ('differs', 'only_outside', 'other_currency') and noted)::int as explained
      from (select l.*, ${noted} as noted from external_lines l) l group by rail
    ),
    lacking as (
      select rail, count(*) filter (where not noted)::int as open, count(*) filter (where noted)::int as explained
      from (select m.rail, exists (select from external_notes x where x.entry_id = m.entry_id) as noted
        from external_missing m) m group by rail
    )
    select r.rail, s.period_from as "from", s.period_to as "to", i.imported_at as at, i.file_name as "fileName",
      coalesce(i.line_count, 0) as lines, coalesce(i.new_line_count, 0) as "newLines",
      coalesce(c.outside, 0)::bigint as "outsideMicros",
      coalesce(-(select sum(balance_micros) from ledger_accounts where kind::text = 'clearing_' || r.rail), 0)::bigint as "bookedMicros",
      coalesce(c.matched, 0) as matched, coalesce(c.differs, 0) as differs, coalesce(c.only_outside, 0) as "onlyOutside",
      coalesce(k.open, 0) as "onlyBooked", coalesce(c.internal, 0) as internal,
      coalesce(c.explained, 0) + coalesce(k.explained, 0) as explained
    from (values (1, 'stripe'), (2, 'paypal'), (3, 'bank'), (4, 'manual')) as r (place, rail)
    left join counted c on c.rail = r.rail
    left join lacking k on k.rail = r.rail
    left join lateral (
      select min(period_from) as period_from, max(period_to) as period_to from external_statements
      where rail = case r.rail when 'manual' then 'bank' else r.rail end
    ) s on true
    left join lateral (
      select * from external_statements where rail = r.rail order by imported_at desc, id desc limit 1
    ) i on true
    order by r.place`.execute(db);
  return rows.map(({ from, to, at, fileName, lines, newLines, ...row }) => ({
    ...row,
    lastImport: at && { at, fileName, lines, newLines },
    period: from && to && { from, to },
  }));
}

/**
 * The first report begins this long before the first booked movement. No transaction of a processor stays
 * pending longer.
 */
const FIRST_ASKS_BACK = 30 * DAY;

/**
 * Returns the start of the next report, so that no transaction is missed: the end of the last report, or a
 * time before the first booked movement.
 */
export async function askFrom(db: Database, rail: 'stripe' | 'paypal', now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null; first: Date | null }>`
    select (select max(period_to) from external_statements where rail = ${rail} and file_name is null) as last,
      (select min(occurred_at) from ledger_transfers
        where ${`clearing_${rail}`}::ledger_account_kind in (debit_kind, credit_kind)) as first`.execute(db);
  const { last, first } = rows[0]!;
  const from = last ?? after(first ?? now, -FIRST_ASKS_BACK);
  return from < now ? from : now;
}

/** Whether any statement was imported; without one there is nothing to match. */
export async function hasLines(db: Database): Promise<boolean> {
  return (await db.selectFrom('external_statements').select('id').limit(1).executeTakeFirst()) !== undefined;
}
