import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import { type Doer, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { matchLines } from './match-lines.ts';
import { problemText } from './outside-line.ts';
import type { Prepared } from './prepare-rows.ts';
import { countUnmatched } from './queries.ts';

interface Import {
  rail: StatementRail;
  /** Null if the statement was fetched from the processor. */
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
 * Stores the lines of a statement, then repeats the matching. A line that several statements contain is
 * stored once. Nothing of a statement is stored if it can't be read in full or contradicts an earlier one.
 */
export async function importLines(
  tx: Tx,
  prepared: Prepared,
  { rail, fileName, by, now }: Import,
): Promise<Outcome<Imported, 'statement_unreadable' | 'statement_conflict'>> {
  if ('problems' in prepared)
    return refuse('statement_unreadable', { detail: problemText(prepared.problems) });
  const { understood, rows } = prepared;
  const { lines, period } = understood;
  const id = newId();
  await sql`lock table external_statements in share row exclusive mode`.execute(tx);
  const statement = { id, rail, file_name: fileName, imported_at: now, imported_by: by.actorId };
  const spans = { period_from: period.from, period_to: period.to };
  const counts = { line_count: lines, new_line_count: 0 };
  await tx
    .insertInto('external_statements')
    .values({ ...statement, ...spans, ...counts })
    .execute();
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
    lines,
    newLines,
  });
  await matchLines(tx);
  return { lines, newLines, unmatched: await countUnmatched(tx) };
}

/** Returns the rows of a statement as a table in SQL. */
export const recordset = (rows: string) => sql`jsonb_to_recordset(${rows}::jsonb) as n (
  id uuid, external_id text, part text, category text, amount_micros bigint, currency text, occurred_at timestamptz,
  reference text, reference_keys text[], counterparty text, description text, is_transfer boolean)`;

/**
 * Finds a line whose id has another amount in an earlier statement or elsewhere in this one. Returns its
 * reference; null if there is no contradiction.
 */
async function findChanged(tx: Tx, rail: StatementRail, rows: string): Promise<string | null> {
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

async function insertNew(tx: Tx, id: string, rail: StatementRail, rows: string): Promise<number> {
  const { rows: inserted } = await sql<{ id: string }>`
    insert into external_lines (id, statement_id, rail, external_id, part, category, amount_micros, currency, occurred_at,
      reference, reference_keys, counterparty, description, is_transfer)
    select n.id, ${id}, ${rail}, n.external_id, n.part, n.category, n.amount_micros, n.currency, n.occurred_at,
      n.reference, n.reference_keys, n.counterparty, n.description, n.is_transfer
    from ${recordset(rows)}
    on conflict (rail, external_id, part) do nothing returning id`.execute(tx);
  return inserted.length;
}
