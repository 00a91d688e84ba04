import { currenciesOf } from './cell-words.ts';
import type { ColumnNames } from './column-names.ts';
import { failed, MOST_PROBLEMS, type Problem } from './outside-line.ts';
import { type Amount, type Point, pointOf, readMoney } from './read-amount.ts';
import { type CsvFile, type CsvRow, readCsv } from './read-csv.ts';
import { allPlaces, type HeaderHint, headerScore, hintOf, placesOf } from './read-header.ts';
import { type DayOrder, dayOrderOf, readMoment } from './read-moment.ts';
import { hasMoved } from './status-words.ts';

const isDash = (cell: string): boolean => /^[-–—]+$/u.test(cell);

const short = (cell: string): string => `“${cell.slice(0, 40)}”`;

/** One row by column names; collects the cells that can't be read. */
export class Row<Column extends string> {
  readonly line: number;
  private readonly cells: readonly string[];
  private readonly table: Table<Column>;

  constructor(table: Table<Column>, { line, cells }: CsvRow) {
    this.table = table;
    this.line = line;
    this.cells = cells;
  }

  at = (place: number): string => (this.cells[place] ?? '').trim();

  /** Trimmed; empty when the file has no such column. */
  text(column: Column): string {
    return this.texts(column)[0] ?? '';
  }

  /** The different texts of all columns with the same name. */
  texts(column: Column): string[] {
    const cells = this.table.placesOf(column).map(this.at);
    return [...new Set(cells.filter((cell) => cell !== ''))];
  }

  /** The texts of each column that has any of the names, in the order of the names. */
  every(column: Column): string[] {
    const cells = this.table.everyPlaceOf(column).map(this.at);
    return [...new Set(cells.filter((cell) => cell !== ''))];
  }

  /** The cells with content. */
  filled = (): string[] => this.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

  note(column: Column, says: string): null {
    this.table.problems.push({ line: this.line, column: this.table.nameOf(column), says });
    return null;
  }

  /** Null for an empty cell, and for an unreadable one, which is collected. */
  money(column: Column): Amount | null {
    const cell = this.sole(column);
    if (!cell) return null;
    const alone = readMoney(cell);
    const read = alone === 'unclear' ? readMoney(cell, this.table.point()) : alone;
    if (read === 'unclear') return this.note(column, `${short(cell)} may be thousands or decimals.`);
    return read ?? this.note(column, `${short(cell)} is no amount.`);
  }

  amount(column: Column): bigint | null {
    return this.money(column)?.micros ?? null;
  }

  /** The code of the one currency that the cell names. */
  currency(column: Column): string | null {
    const cell = this.required(column);
    if (cell === null) return null;
    const codes = currenciesOf(cell);
    return codes?.length === 1 ? codes[0]! : this.note(column, `${short(cell)} is no currency.`);
  }

  /** Whether money has moved by the status in the cell; null, and noted, when the word is unknown. */
  hasMoved(column: Column): boolean | null {
    const status = this.required(column);
    if (status === null) return null;
    return hasMoved(status) ?? this.note(column, `${short(status)} may be final or not.`);
  }

  moment(column: Column, rest: { time?: string; zone?: string } = {}): Date | null {
    const cell = this.sole(column);
    if (cell === null) return null;
    const zone = this.table.hintOf(column)?.zone ?? '';
    const read = readMoment(cell, { order: this.table.dayOrder(column), zone, ...rest });
    if (read === 'unclear')
      return this.note(column, 'Day and month can’t be told apart. Write dates like 2026-01-31.');
    if (read === null && rest.zone && readMoment(cell, { order: this.table.dayOrder(column) }))
      return this.note(
        column,
        `The time ${short([rest.time, rest.zone].join(' ').trim())} can’t be read, or its zone is unknown.`,
      );
    return read ?? this.note(column, `${short(cell)} is no date.`);
  }

  /** Whether the cell is empty or only a dash. */
  isEmpty = (column: Column): boolean => this.texts(column).every(isDash);

  required(column: Column): string | null {
    return this.isEmpty(column) ? this.note(column, 'Empty.') : this.text(column);
  }

  /** The cell of a column that may occur several times; null, and collected, when the cells differ. */
  private sole(column: Column): string | null {
    const [cell = '', ...others] = this.texts(column).filter((text) => !isDash(text));
    return others.length > 0
      ? this.note(column, 'Several columns have this name and say different things.')
      : cell;
  }
}

export class Table<Column extends string> {
  readonly problems: Problem[] = [];
  readonly file: CsvFile;
  rows: Row<Column>[];
  private readonly orders = new Map<Column, DayOrder | null>();
  private readonly places = new Map<Column, number[]>();
  private readonly everyPlace = new Map<Column, number[]>();
  private readonly hints: readonly HeaderHint[];
  private decimals: Point | null | undefined;
  private readonly amounts: readonly Column[];

  constructor(
    columns: ColumnNames<Column>,
    { file, amounts }: { file: CsvFile; amounts: readonly Column[] },
  ) {
    this.file = file;
    this.amounts = amounts;
    this.rows = file.rows.map((row) => new Row(this, row));
    for (const column of Object.keys(columns) as Column[]) {
      this.places.set(column, placesOf(file.header, columns[column]));
      this.everyPlace.set(column, allPlaces(file.header, columns[column]));
    }
    this.hints = file.header.map(hintOf);
  }

  /** Reads the rows in turn, and stops after `MOST_PROBLEMS` problems. */
  read<Read>(readRow: (row: Row<Column>) => readonly Read[]): Read[] {
    const found: Read[] = [];
    for (const row of this.rows) {
      if (this.problems.length >= MOST_PROBLEMS) break;
      found.push(...readRow(row));
    }
    return found;
  }

  has = (column: Column): boolean => this.placesOf(column).length > 0;

  placesOf = (column: Column): readonly number[] => this.places.get(column) ?? [];

  everyPlaceOf = (column: Column): readonly number[] => this.everyPlace.get(column) ?? [];

  nameOf(column: Column): string {
    const [at] = this.placesOf(column);
    return at === undefined ? column : this.file.header[at]!.trim() || `column ${at + 1}`;
  }

  hintOf(column: Column): HeaderHint | null {
    const [at] = this.placesOf(column);
    return at === undefined ? null : this.hints[at]!;
  }

  dayOrder(column: Column): DayOrder | null {
    const known = this.hintOf(column)?.order;
    if (known) return known;
    if (!this.orders.has(column)) {
      this.orders.set(column, dayOrderOf(this.rows.map((row) => row.text(column))));
    }
    return this.orders.get(column) ?? null;
  }

  /** The decimal sign of the file, as its other amounts show it. */
  point(): Point | null {
    // Null is an answer too: the file shows no decimal sign.
    if (this.decimals === undefined)
      this.decimals = pointOf(
        this.amounts.flatMap((column) => this.rows.flatMap((row) => row.texts(column))),
      );
    return this.decimals;
  }

  /** Keeps the rows that are movements, and notes each that has cells beyond the header. */
  keep(isMovement: (row: Row<Column>) => boolean): void {
    const kept = this.file.rows.flatMap((row, at) =>
      isMovement(this.rows[at]!) ? [{ ...row, row: this.rows[at]! }] : [],
    );
    const width = this.file.header.length;
    // A comma that ends every row adds an empty cell to each; one that ends some rows may have moved cells.
    const isRegular = kept.every(({ cells }) => cells.length === kept[0]!.cells.length);
    for (const { line, cells } of kept) {
      const extra = cells.slice(width);
      if (extra.length > 0 && !(isRegular && extra.every((cell) => cell.trim() === '')))
        this.problems.push({ line, column: null, says: 'More cells than there are columns.' });
    }
    this.rows = kept.map(({ row }) => row);
    this.orders.clear();
    this.decimals = undefined;
  }
}

interface Wanted<Column extends string> {
  required: readonly (Column | readonly Column[])[];
  amounts: readonly Column[];
}

/** Reads a CSV file by its header. */
export function readTable<Column extends string>(
  text: string,
  columns: ColumnNames<Column>,
  { required, amounts }: Wanted<NoInfer<Column>>,
): Table<Column> | { problems: Problem[] } {
  const file = readCsv(text, (cells) => headerScore(cells, columns, required));
  if ('problems' in file) return file;
  const table = new Table(columns, { file, amounts });
  const missing = required.filter((one) =>
    typeof one === 'string' ? !table.has(one) : !(one as readonly Column[]).some(table.has),
  );
  return missing.length === 0 ? table : failed(withoutColumns(missing, columns));
}

/** The columns that the file lacks, by their usual names, with some others accepted for each. */
function withoutColumns<Column extends string>(
  missing: readonly (Column | readonly Column[])[],
  columns: ColumnNames<Column>,
): string {
  const names = missing.map((one) => {
    const each = (typeof one === 'string' ? [one] : [...one]).map((column) => columns[column]);
    const others = each.flatMap((known) => known.slice(1, 5)).join(', ');
    return each.map(([usual]) => usual).join(' or ') + (others && ` (${others})`);
  });
  return `No column for ${names.join('; ')}.`;
}
