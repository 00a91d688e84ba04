import { isCurrency } from './cell-words.ts';
import type { ColumnNames } from './column-names.ts';
import { choose, type Instructions, isKnownHeader, UNMAPPED } from './layout.ts';
import { failed, type Unread } from './outside-line.ts';
import { readMoney } from './read-amount.ts';
import { CHOSEN_LINE, readCsv } from './read-csv.ts';
import { headerScore } from './read-header.ts';
import { readMoment } from './read-moment.ts';
import { short, Table } from './read-table.ts';
import { isZone } from './read-zone.ts';

interface Wanted<Column extends string> {
  required: readonly (Column | readonly Column[])[];
  amounts: readonly Column[];
  instructions: Instructions;
}

/** Reads a CSV file by its header, or by an admin's mapping for this header. */
export function readTable<Column extends string>(
  text: string,
  columns: ColumnNames<Column>,
  { required, amounts, instructions }: Wanted<NoInfer<Column>>,
): Table<Column> | Unread {
  const file = readCsv(text, (cells, line) => {
    if (instructions.mapping?.headerLine === line) return CHOSEN_LINE;
    return isKnownHeader(instructions, cells) ? 10_000 : headerScore(cells, columns, required);
  });
  if ('problems' in file) return file;
  const chosen = choose(instructions, file.header);
  const table = new Table(columns, { file, chosen, amounts });
  const wrong = whyUnreadable(table, columns, { required, amounts });
  return wrong ? { ...wrong, seen: table.seen() } : table;
}

function whyUnreadable<Column extends string>(
  table: Table<Column>,
  columns: ColumnNames<Column>,
  { required, amounts }: Pick<Wanted<Column>, 'required' | 'amounts'>,
): Unread | null {
  const { mapping, layout, candidates } = table.chosen;
  if (mapping === UNMAPPED && layout === null && candidates.length > 1)
    return failed(
      `Choose the bank: ${candidates.map(({ bank }) => bank).join(', ')} have these columns.`,
      'bank',
    );
  if (mapping.zone && !isZone(mapping.zone))
    return failed(`${short(mapping.zone)} is no time zone. Write it like Europe/Berlin or UTC+1.`, 'zone');
  if (mapping.currency && !isCurrency(mapping.currency))
    return failed(`${short(mapping.currency)} is no currency.`);
  const missing = required.filter((one) =>
    typeof one === 'string' ? !table.has(one) : !(one as readonly Column[]).some(table.has),
  );
  if (missing.length > 0) return failed(withoutColumns(missing, columns), 'columns');
  const entry = entryAbove(table, amounts);
  return entry === null
    ? null
    : failed(
        `Line ${entry} is an entry, not the column names or above them. Choose the line of the names, or add one.`,
      );
}

/**
 * Returns the line number of the first entry that would not be imported, because it was taken for the header
 * or is above the header; null if there is none.
 */
function entryAbove<Column extends string>(table: Table<Column>, amounts: readonly Column[]): number | null {
  const dates = table.placesOf('date' as Column);
  const sums = amounts.flatMap((column) => table.placesOf(column));
  const at = [...table.file.above, table.file.header].findIndex(
    (cells) =>
      dates.some((place) => readMoment(cells[place]?.trim() ?? '') !== null) &&
      sums.some((place) => readMoney(cells[place]?.trim() ?? '') !== null),
  );
  return at < 0 ? null : at + 1;
}

/** Returns the error sentence for missing columns, with the most usual name of each. */
function withoutColumns<Column extends string>(
  missing: readonly (Column | readonly Column[])[],
  columns: ColumnNames<Column>,
): string {
  const names = missing.map((one) =>
    (typeof one === 'string' ? [one] : one.slice(0, 3))
      .map((column) => columns[column as Column][0])
      .join(' or '),
  );
  return `No column for ${names.join('; ')}.`;
}
