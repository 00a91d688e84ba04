import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements.ts';
import { type Doer, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { matchLines } from './match-lines.ts';
import { keyOf, type OutsideLine, problemText, type Reading } from './outside-line.ts';
import { countUnmatched } from './queries.ts';

interface Import {
  rail: StatementRail;
  /** Null: fetched from the processor. */
  fileName: string | null;
  by: Doer;
  now: Date;
}

export interface Imported {
  lines: number;
  newLines: number;
  unmatched: number;
}

/**
 * Stores the lines of a statement, each once even if several statements contain it, and matches everything again. Nothing is
 * stored of a statement that can't be read in full or contradicts an earlier one.
 */
export async function importLines(
  tx: Tx,
  reading: Reading,
  { rail, fileName, by, now }: Import,
): Promise<Outcome<Imported, 'statement_unreadable' | 'statement_conflict'>> {
  if ('problems' in reading) return refuse('statement_unreadable', { detail: problemText(reading.problems) });
  const { lines } = reading;
  const period = reading.period ?? spanOf(lines);
  if (!period)
    return refuse('statement_unreadable', { detail: 'The file has no lines. Nothing was imported.' });
  const id = newId();
  await sql`lock table external_statements in share row exclusive mode`.execute(tx);
  const statement = { id, rail, file_name: fileName, imported_at: now, imported_by: by.actorId };
  const spans = { period_from: period.from, period_to: period.to };
  const counts = { line_count: lines.length, new_line_count: 0 };
  await tx
    .insertInto('external_statements')
    .values({ ...statement, ...spans, ...counts })
    .execute();
  const rows = toRows(rail, lines);
  const changed = await findChanged(tx, rail, rows);
  if (changed) {
    const detail = `${changed} was imported before with another amount. Nothing was imported; ask the other side which one holds.`;
    return refuse('statement_conflict', { detail });
  }
  const newLines = await insertNew(tx, id, rail, rows);
  await tx
    .updateTable('external_statements')
    .set({ new_line_count: newLines })
    .where('id', '=', id)
    .execute();
  await writeAudit(tx, { at: now, ...by }, 'external_statement.imported', 'external_statement', id, {
    rail,
    fileName,
    lines: lines.length,
    newLines,
  });
  await matchLines(tx);
  return { lines: lines.length, newLines, unmatched: await countUnmatched(tx) };
}

function spanOf(lines: readonly OutsideLine[]): { from: Date; to: Date } | null {
  if (lines.length === 0) return null;
  const times = lines.map(({ occurredAt }) => occurredAt.getTime());
  const [from, to] = times.reduce(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { from: new Date(from), to: new Date(to) };
}

type Row = ReturnType<typeof toRows>[number];

function toRows(rail: StatementRail, lines: readonly OutsideLine[]) {
  const seen = new Map<string, number>();
  return lines.map((line) => ({
    id: newId(),
    external_id: line.externalId ?? nameless(rail, line, seen),
    part: line.part,
    category: line.category,
    amount_micros: line.amountMicros.toString(),
    currency: line.currency,
    occurred_at: line.occurredAt,
    reference: line.references[0] ?? line.category,
    reference_keys: [...new Set(line.references.map(keyOf))],
    counterparty: line.counterparty,
    description: line.description,
    is_transfer: line.isTransfer,
  }));
}

/** Identifies a line without an id by its content and its number among equal ones; files of whole days agree on both. */
function nameless(rail: StatementRail, line: OutsideLine, seen: Map<string, number>): string {
  const { occurredAt, amountMicros, currency, references, counterparty, description } = line;
  const says = [
    rail,
    occurredAt.toISOString(),
    amountMicros.toString(),
    currency,
    references,
    counterparty,
    description,
  ];
  const hash = createHash('sha256').update(JSON.stringify(says)).digest('hex').slice(0, 40);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return `${hash}-${count}`;
}

const recordset = (rows: readonly Row[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
  id uuid, external_id text, part text, category text, amount_micros bigint, currency text, occurred_at timestamptz,
  reference text, reference_keys text[], counterparty text, description text, is_transfer boolean)`;

/** The first line that is stored, or occurs in the same statement, with another amount; null when there is none. */
async function findChanged(tx: Tx, rail: StatementRail, rows: readonly Row[]): Promise<string | null> {
  const { rows: changed } = await sql<{ reference: string }>`
    with n as (select * from ${recordset(rows)})
    select min(n.reference) as reference from (
      select external_id, part, amount_micros, currency, reference from n
      union all
      select l.external_id, l.part, l.amount_micros, l.currency, l.reference from external_lines l
      where l.rail = ${rail} and l.external_id in (select external_id from n)) n
    group by external_id, part having count(distinct (amount_micros, currency)) > 1
    order by 1 limit 1`.execute(tx);
  return changed[0]?.reference ?? null;
}

async function insertNew(tx: Tx, id: string, rail: StatementRail, rows: readonly Row[]): Promise<number> {
  const { rows: inserted } = await sql<{ id: string }>`
    insert into external_lines (id, statement_id, rail, external_id, part, category, amount_micros, currency, occurred_at,
      reference, reference_keys, counterparty, description, is_transfer)
    select n.id, ${id}, ${rail}, n.external_id, n.part, n.category, n.amount_micros, n.currency, n.occurred_at,
      n.reference, n.reference_keys, n.counterparty, n.description, n.is_transfer
    from ${recordset(rows)}
    on conflict (rail, external_id, part) do nothing returning id`.execute(tx);
  return inserted.length;
}
