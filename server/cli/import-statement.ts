import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { errorCatalogue } from '#contract/errors.ts';
import { statementRail } from '#contract/external-statements/external-statements.ts';
import {
  type StatementPreview,
  statementAssumptionTexts,
} from '#contract/external-statements/statement-preview.ts';
import { statementText } from '#contract/ledger/statement-text.ts';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  importLines,
  listLayouts,
  preview,
  readStatementInChild,
  summarize,
} from '#server/modules/external-statements/external-statements.ts';
import type { Command } from './command.ts';

export const importStatement: Command = {
  says: 'import-statement FILE --rail=stripe|paypal|bank   imports a statement and prints how all of them fit the ledger as JSON; without FILE, prints only; exits 1 when something is unmatched',
  async run({ db, args, print }) {
    const { values, positionals } = parseArgs({
      args,
      options: { rail: { type: 'string' } },
      allowPositionals: true,
      strict: false,
    });
    const [file] = positionals;
    const rail = statementRail.safeParse(values.rail).data;
    if (file && !rail) {
      print('Name whose statement it is: npm run -s import-statement -- FILE --rail=stripe|paypal|bank');
      return 1;
    }
    if (file && !existsSync(file)) {
      print(`There is no file ${file}.`);
      return 1;
    }
    let imported: object | null = null;
    if (file && rail) {
      if ((await stat(file)).size > STATEMENT_MAX_BYTES) {
        print(`The file is larger than ${STATEMENT_MAX_BYTES / 1024 / 1024} MB. Split it by days.`);
        return 1;
      }
      const instructions = { layouts: await listLayouts(db, rail) };
      const read = await readStatementInChild()(rail, statementText(await readFile(file)), instructions);
      const by = { actorId: null, actorKind: 'system' } as const;
      const now = new Date();
      const shown = await preview(db, rail, { prepared: read, now });
      const act = { rail, fileName: basename(file).slice(0, 200), by, now };
      const outcome = await transact(db, (tx) => importLines(tx, read, act));
      if (isRefusal(outcome)) {
        print(
          `${errorCatalogue[outcome.code].title}: ${outcome.detail ?? errorCatalogue[outcome.code].detail}`,
        );
        return 1;
      }
      imported = facts(shown);
    }
    const rails = await summarize(db);
    const unmatched = rails.reduce((sum, one) => sum + one.differs + one.onlyOutside + one.onlyBooked, 0);
    const written = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
    print(
      JSON.stringify({ ok: unmatched === 0, unmatched, ...(imported && { imported }), rails }, written, 2),
    );
    return unmatched === 0 ? 0 : 1;
  },
};

/**
 * Describes a preview: how the file was read, what was assumed and left out, and what may be imported twice.
 */
function facts({ understood, layout }: StatementPreview) {
  if (!understood) return null;
  const { lines, known, alike, period, sums, balances, skipped, assumed, oddDates } = understood;
  return {
    readAsSavedFor: layout?.bank ?? null,
    lines,
    known,
    alike,
    period,
    sums,
    balances,
    skipped,
    assumed: assumed.map((one) => statementAssumptionTexts[one]),
    oddDates,
  };
}
