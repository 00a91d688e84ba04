import { type StatementColumn, statementColumn } from '#contract/external-statements/statement-preview.ts';
import type { Chosen, SeenTable } from './layout.ts';
import type { CsvFile } from './read-csv.ts';

const ROWS = 5;
const COLUMNS = 100;
const TOP = 20;
const LETTERS = 120;

const short = (cells: readonly string[]): string[] =>
  cells.slice(0, COLUMNS).map((cell) => cell.trim().slice(0, LETTERS));

/** Describes a table for a preview: a few rows, with long cells truncated. */
export function seenTable(
  file: CsvFile,
  chosen: Chosen,
  placeOf: (column: StatementColumn) => number | undefined,
): SeenTable {
  const places = statementColumn.options.flatMap((column) => {
    const at = placeOf(column);
    return at === undefined || at >= COLUMNS ? [] : [[column, at] as const];
  });
  const top = file.top
    .map((text, at) => ({ line: at + 1, text: text.trim().slice(0, LETTERS) }))
    .filter(({ text }) => text !== '')
    .slice(0, TOP);
  return {
    ...chosen,
    header: [...file.header],
    table: {
      headerLine: file.headerLine,
      header: short(file.header),
      sample: file.rows.slice(0, ROWS).map(({ cells }) => short(cells)),
      columns: Object.fromEntries(places),
      top,
    },
  };
}
