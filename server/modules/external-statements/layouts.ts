import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import { type StatementMapping, statementMapping } from '#contract/external-statements/statement-preview.ts';
import { STATEMENT_LAYOUTS_MAX } from '#contract/limits.ts';
import { type Act, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { Layout } from './layout.ts';

export async function listLayouts(db: Database, rail: StatementRail): Promise<Layout[]> {
  const rows = await db
    .selectFrom('statement_layouts')
    .select(['id', 'bank', 'header_key', 'mapping', 'saved_at'])
    .where('rail', '=', rail)
    .orderBy('bank')
    .orderBy('id')
    .execute();
  return rows.map(({ id, bank, header_key, mapping, saved_at }) => ({
    id,
    bank,
    savedAt: saved_at,
    headerKey: header_key,
    mapping: statementMapping.parse(mapping),
  }));
}

interface Saved {
  rail: StatementRail;
  bank: string;
  headerKey: string;
  mapping: StatementMapping;
}

/**
 * Saves the mapping for files with these column names. Replaces the bank's earlier mapping for the same
 * names.
 */
export async function saveLayout(
  tx: Tx,
  { rail, bank, headerKey, mapping }: Saved,
  act: Act,
): Promise<Outcome<null, 'too_many_layouts'>> {
  // The header's line number differs from file to file, so it is not saved.
  const kept = JSON.stringify({ ...mapping, headerLine: null });
  const isThis = sql`rail = ${rail} and header_key = ${headerKey} and lower(bank) = lower(${bank})`;
  const { rows } = await sql<{ id: string }>`
    insert into statement_layouts (id, rail, bank, header_key, mapping, saved_at)
    select ${newId()}, ${rail}, ${bank}, ${headerKey}, ${kept}::jsonb, ${act.at}
    where (select count(*) from statement_layouts where rail = ${rail} and not (${isThis})) < ${STATEMENT_LAYOUTS_MAX}
    on conflict (rail, header_key, lower(bank)) do update
      set bank = excluded.bank, mapping = excluded.mapping, saved_at = excluded.saved_at
    returning id`.execute(tx);
  const [saved] = rows;
  if (!saved) return refuse('too_many_layouts');
  await writeAudit(tx, act, 'statement_layout.saved', 'statement_layout', saved.id, { rail, bank, mapping });
  return null;
}

export async function forgetLayout(tx: Tx, id: string, act: Act): Promise<Outcome<null, 'not_found'>> {
  const gone = await tx
    .deleteFrom('statement_layouts')
    .where('id', '=', id)
    .returning(['rail', 'bank', 'mapping'])
    .executeTakeFirst();
  if (!gone) return refuse('not_found');
  await writeAudit(tx, act, 'statement_layout.forgotten', 'statement_layout', id, gone);
  return null;
}
