import { CsvError, parse } from 'csv-parse/sync';
import { MOST_PROBLEMS, type Problem } from './outside-line.ts';
import { type DayOrder, dayOrderOf, readAmount, readMoment } from './read-cell.ts';

const HEADER_WITHIN = 30;
const ROW_BYTES = 64 * 1024;
const MOST_ROWS = 50_000;

const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** One row by column names; collects the cells that can't be read. */
export class Row<Column extends string> {
  readonly line: number;
  private readonly cells: readonly string[];
  private readonly table: Table<Column>;

  constructor(table: Table<Column>, line: number, cells: readonly string[]) {
    this.table = table;
    this.line = line;
    this.cells = cells;
  }

  /** Trimmed; empty where the file has no such column. */
  text(column: Column): string {
    const at = this.table.columns.get(column);
    return at === undefined ? '' : (this.cells[at] ?? '').trim();
  }

  note(column: Column, says: string): null {
    this.table.problems.push({ line: this.line, column: this.table.nameOf(column), says });
    return null;
  }

  /** In millionths; null for an empty cell, and for an unreadable one, which is collected. */
  amount(column: Column): bigint | null {
    const cell = this.text(column);
    if (cell === '') return null;
    const read = readAmount(cell);
    if (read === 'unclear') return this.note(column, `“${cell.slice(0, 40)}” may be thousands or decimals.`);
    return read ?? this.note(column, `“${cell.slice(0, 40)}” is no amount.`);
  }

  moment(column: Column, rest: { time?: string; zone?: string } = {}): Date | null {
    const cell = this.text(column);
    const read = readMoment(cell, { order: this.table.dayOrder(column), ...rest });
    if (read === 'unclear')
      return this.note(column, 'Day and month can’t be told apart. Write dates like 2026-01-31.');
    return read ?? this.note(column, `“${cell.slice(0, 40)}” is no date.`);
  }

  currency(column: Column, usual: string): string | null {
    const code = (this.text(column) || usual).toUpperCase();
    return /^[A-Z]{3}$/.test(code) ? code : this.note(column, `“${code.slice(0, 40)}” is no currency.`);
  }

  required(column: Column): string | null {
    return this.text(column) || this.note(column, 'Empty.');
  }
}

export class Table<Column extends string> {
  readonly problems: Problem[] = [];
  readonly columns = new Map<Column, number>();
  rows: Row<Column>[] = [];
  private headers: readonly string[] = [];
  private readonly orders = new Map<Column, DayOrder | null>();

  constructor(columns: Record<Column, readonly string[]>, headers: readonly string[]) {
    this.headers = headers;
    const known = headers.map(plain);
    for (const [column, names] of Object.entries(columns) as [Column, readonly string[]][]) {
      const at = names.map((name) => known.indexOf(name)).find((index) => index >= 0);
      if (at !== undefined) this.columns.set(column, at);
    }
  }

  /** What each row is, in turn; the rows behind the last problem that is told are not read. */
  read<Read>(readRow: (row: Row<Column>) => readonly Read[]): Read[] {
    const found: Read[] = [];
    for (const row of this.rows) {
      if (this.problems.length >= MOST_PROBLEMS) break;
      found.push(...readRow(row));
    }
    return found;
  }

  has = (column: Column): boolean => this.columns.has(column);

  nameOf(column: Column): string {
    const at = this.columns.get(column);
    return at === undefined ? column : this.headers[at]!.trim();
  }

  dayOrder(column: Column): DayOrder | null {
    if (!this.orders.has(column)) {
      this.orders.set(column, dayOrderOf(this.rows.map((row) => row.text(column))));
    }
    return this.orders.get(column) ?? null;
  }
}

/**
 * Reads a CSV file by its header: the first row with every required column, as banks put lines of their own above it.
 * `columns` are names reduced to letters and digits.
 */
export function readTable<Column extends string>(
  text: string,
  columns: Record<Column, readonly string[]>,
  required: readonly (NoInfer<Column> | readonly NoInfer<Column>[])[],
): Table<Column> | { problems: Problem[] } {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: false,
      skip_empty_lines: true,
      max_record_size: ROW_BYTES,
      to: MOST_ROWS + HEADER_WITHIN,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = (error as { lines?: unknown }).lines;
    return {
      problems: [
        {
          line: typeof line === 'number' ? line : null,
          column: null,
          says: 'The line can’t be read as CSV.',
        },
      ],
    };
  }
  const missing = (table: Table<Column>) =>
    required.filter((one) => (typeof one === 'string' ? !table.has(one) : !one.some(table.has)));
  const heads = records.slice(0, HEADER_WITHIN).map(({ record }) => new Table(columns, record));
  const at = heads.findIndex((table) => missing(table).length === 0);
  if (at < 0) return { problems: [withoutHeader(heads, missing, columns)] };
  const table = heads[at]!;
  const rows = records.slice(at + 1);
  if (rows.length > MOST_ROWS)
    return {
      problems: [{ line: null, column: null, says: `More than ${MOST_ROWS} lines. Split the file by days.` }],
    };
  const width = records[at]!.record.length;
  table.rows = rows.map(({ record, info }) => new Row(table, info.lines, record));
  for (const { record, info } of rows) {
    if (record.length > width)
      table.problems.push({ line: info.lines, column: null, says: 'More cells than there are columns.' });
  }
  return table;
}

/** The required columns that the most header-like row lacks, with the names accepted for each. */
function withoutHeader<Column extends string>(
  heads: readonly Table<Column>[],
  missing: (table: Table<Column>) => readonly (Column | readonly Column[])[],
  columns: Record<Column, readonly string[]>,
): Problem {
  const [least = []] = heads.map(missing).sort((a, b) => a.length - b.length);
  const names = least.map((one) => {
    const each = typeof one === 'string' ? [one] : [...one];
    return `${each.join(' or ')} (${each.flatMap((column) => columns[column]).join(', ')})`;
  });
  const says = names.length > 0 ? `No column for ${names.join('; ')}.` : 'The file is empty.';
  return { line: null, column: null, says };
}

function delimiterOf(text: string): string {
  const start = text.split(/\r?\n/, HEADER_WITHIN).join('\n');
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: start.split(sign).length }));
  return counted.sort((a, b) => b.count - a.count)[0]!.sign;
}
