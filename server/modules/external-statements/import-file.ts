import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { StatementMapping } from '#contract/external-statements/statement-preview.ts';
import type { Doer } from '#server/infra/audit.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Imported, importLines } from './import-lines.ts';
import { headerKeyOf } from './layout.ts';
import { saveLayout } from './layouts.ts';
import type { Prepared } from './prepare-rows.ts';

interface ImportFile {
  rail: StatementRail;
  fileName: string;
  digest: string;
  mapping?: StatementMapping | undefined;
  bank?: string | undefined;
  by: Doer;
  now: Date;
}

type Refused =
  | 'statement_unreadable'
  | 'statement_conflict'
  | 'statement_reads_differently'
  | 'too_many_layouts';

/**
 * Imports the statement that an admin saw in the preview, and saves the bank's layout. Either both are stored
 * or neither.
 */
export async function importFile(
  tx: Tx,
  prepared: Prepared,
  { digest, mapping, bank, ...file }: ImportFile,
): Promise<Outcome<Imported, Refused>> {
  if ('understood' in prepared && prepared.understood.digest !== digest)
    return refuse('statement_reads_differently');
  const imported = await importLines(tx, prepared, file);
  if (isRefusal(imported) || !bank || !mapping || !prepared.seen) return imported;
  const headerKey = headerKeyOf(prepared.seen.header);
  const saved = await saveLayout(
    tx,
    { rail: file.rail, bank, headerKey, mapping },
    { ...file.by, at: file.now },
  );
  return saved ?? imported;
}
