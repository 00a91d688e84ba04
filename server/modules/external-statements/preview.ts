import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { StatementPreview } from '#contract/external-statements/statement-preview.ts';
import { DAY } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { recordset } from './import-lines.ts';
import { type Layout, UNMAPPED } from './layout.ts';
import type { Prepared } from './prepare-rows.ts';

/** Summarises a statement, and compares it with earlier imports. Stores nothing. */
export async function preview(
  db: Database,
  rail: StatementRail,
  { prepared, now }: { prepared: Prepared; now: Date },
): Promise<StatementPreview> {
  const { seen } = prepared;
  const found = {
    table: seen?.table ?? null,
    mapping: seen?.mapping ?? UNMAPPED,
    layout: seen?.layout ? named(seen.layout) : null,
    layouts: (seen?.candidates ?? []).map(named),
  };
  if ('problems' in prepared) return { ...found, problems: prepared.problems, understood: null };
  const { understood, rows } = prepared;
  const oddDates = findOddDates(understood.period, now);
  const compared = await compare(db, rail, rows);
  return { ...found, problems: [], understood: { ...understood, ...compared, oddDates } };
}

const OLD = 400 * DAY;

function findOddDates({ from, to }: { from: Date; to: Date }, now: Date): 'future' | 'old' | null {
  if (to.getTime() > now.getTime() + DAY) return 'future';
  return from.getTime() < now.getTime() - OLD ? 'old' : null;
}

const named = ({ id, bank, savedAt }: Layout) => ({ id, bank, savedAt });

/**
 * Counts the lines that are already stored, and new lines whose day and amount equal those of a stored line.
 * These new lines are probably the same entries, read differently; importing them would store two lines for
 * one movement.
 */
async function compare(
  db: Database,
  rail: StatementRail,
  rows: string,
): Promise<{ known: number; alike: number }> {
  const { rows: counts } = await sql<{ known: number; alike: number }>`
    with n as materialized (select * from ${recordset(rows)}),
      stored as materialized (
        select external_id, part, amount_micros, currency, occurred_at from external_lines
        where rail = ${rail} and occurred_at between (select min(occurred_at) from n) - interval '26 hours'
          and (select max(occurred_at) from n) + interval '26 hours'),
      fresh as (
        select n.* from n left join external_lines l on l.rail = ${rail} and l.external_id = n.external_id and l.part = n.part
        where l.id is null),
      others as (
        select * from stored s where not exists (select 1 from n where n.external_id = s.external_id and n.part = s.part))
    select (select count(*) from n)::int - (select count(*) from fresh)::int as known,
      (select count(*) from fresh f where exists (select 1 from others o
        where o.part = f.part and o.amount_micros = f.amount_micros and o.currency = f.currency
          and o.occurred_at between f.occurred_at - interval '26 hours' and f.occurred_at + interval '26 hours'))::int as alike`.execute(
    db,
  );
  return counts[0]!;
}
