import type {
  StatementAssumption,
  StatementColumn,
  StatementQuestion,
} from '#contract/external-statements/statement-preview.ts';
import { currenciesOf } from './cell-words.ts';
import type { ColumnNames } from './column-names.ts';
import type { Chosen, SeenTable } from './layout.ts';
import { MOST_PROBLEMS, type Problem, type Skipped } from './outside-line.ts';
import { type Amount, type Point, pointOf, readMoney } from './read-amount.ts';
import type { CsvFile, CsvRow } from './read-csv.ts';
import { allPlaces, type HeaderHint, hintOf, placesOf } from './read-header.ts';
import { type DayOrder, dayOrderOf, readMoment } from './read-moment.ts';
import { isZone } from './read-zone.ts';
import { seenTable } from './seen-table.ts';
import { hasMoved } from './status-words.ts';

const isDash = (cell: string): boolean => /^[-–—]+$/u.test(cell);

export const short = (cell: string): string => `“${cell.slice(0, 40)}”`;

/** A row whose cells are read by column name. Notes the cells that can't be read. */
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

  /** The text of the column's cell, trimmed; empty if the file has no such column. */
  text(column: Column): string {
    return this.texts(column)[0] ?? '';
  }

  /** The different texts of all columns that have the column's name. */
  texts(column: Column): string[] {
    const cells = this.table.placesOf(column).map(this.at);
    return [...new Set(cells.filter((cell) => cell !== ''))];
  }

  /** The different texts of all columns that have any of the column's names, in the order of the names. */
  every(column: Column): string[] {
    const cells = this.table.everyPlaceOf(column).map(this.at);
    return [...new Set(cells.filter((cell) => cell !== ''))];
  }

  /** The texts of all cells that are not empty. */
  filled = (): string[] => this.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

  note(column: Column, says: string, asks?: StatementQuestion): null {
    this.table.problems.push({
      line: this.line,
      column: this.table.nameOf(column),
      says,
      ...(asks && { asks }),
    });
    return null;
  }

  /** Excludes the row, because it is not a final movement. */
  skip(why: string): false {
    this.table.skipped.push({ line: this.line, text: this.filled().join(' · ').slice(0, 120), why });
    return false;
  }

  /** Returns the amount in the cell; null if the cell is empty or unreadable. An unreadable cell is noted. */
  money(column: Column): Amount | null {
    const cell = this.sole(column);
    if (!cell) return null;
    const alone = readMoney(cell);
    const read = alone === 'unclear' ? readMoney(cell, this.table.point()) : alone;
    if (read === 'unclear') return this.note(column, `${short(cell)} may be thousands or decimals.`, 'point');
    return read ?? this.note(column, `${short(cell)} is no amount.`);
  }

  amount(column: Column): bigint | null {
    return this.money(column)?.micros ?? null;
  }

  /**
   * Returns the code of the currency in the cell. Null, with a problem noted, unless the cell names exactly
   * one.
   */
  currency(column: Column): string | null {
    const cell = this.required(column);
    if (cell === null) return null;
    const codes = currenciesOf(cell);
    return codes?.length === 1 ? codes[0]! : this.note(column, `${short(cell)} is no currency.`);
  }

  /**
   * Whether a row with the status in this cell has moved money. Null, with a problem noted, if the word is
   * unknown.
   */
  hasMoved(column: Column): boolean | null {
    const status = this.required(column);
    if (status === null) return null;
    return hasMoved(status) ?? this.note(column, `${short(status)} may be final or not.`);
  }

  moment(column: Column, rest: { time?: string; zone?: string } = {}): Date | null {
    const cell = this.sole(column);
    if (cell === null) return null;
    const order = this.table.dayOrder(column);
    const zone = rest.zone ? this.table.zoneOf(rest.zone) : this.table.zoneFor(column);
    const read = readMoment(cell, { order, time: rest.time ?? '', zone });
    if (read === 'unclear') return this.note(column, 'Day and month can’t be told apart.', 'dayOrder');
    if (read === null && rest.zone && readMoment(cell, { order }))
      return this.note(
        column,
        `The time ${short([rest.time, rest.zone].join(' ').trim())} can’t be read, or its zone is unknown.`,
        isZone(zone) ? undefined : 'zone',
      );
    if (read === null) return this.note(column, `${short(cell)} is no date.`);
    if (zone === '')
      this.table.assumeZone(read, readMoment(cell, { order, time: rest.time ?? '', zone: 'UTC+1' }));
    return read;
  }

  /** Whether the cell is empty or only a dash. */
  isEmpty = (column: Column): boolean => this.texts(column).every(isDash);

  required(column: Column): string | null {
    return this.isEmpty(column) ? this.note(column, 'Empty.') : this.text(column);
  }

  /** The text of a column that may occur several times. Null, with a problem noted, if its cells differ. */
  private sole(column: Column): string | null {
    const [cell = '', ...others] = this.texts(column).filter((text) => !isDash(text));
    return others.length > 0
      ? this.note(column, 'Several columns have this name and say different things.')
      : cell;
  }
}

export class Table<Column extends string> {
  readonly problems: Problem[] = [];
  readonly skipped: Skipped[] = [];
  readonly assumed = new Set<StatementAssumption>();
  readonly file: CsvFile;
  readonly chosen: Chosen;
  rows: Row<Column>[];
  private readonly orders = new Map<Column, DayOrder | null>();
  private readonly places = new Map<Column, readonly number[]>();
  private readonly everyPlace = new Map<Column, readonly number[]>();
  private readonly hints: readonly HeaderHint[];
  private decimals: Point | null | undefined;
  private unknownZone: string | null = null;
  private readonly amounts: readonly Column[];

  constructor(
    columns: ColumnNames<Column>,
    { file, chosen, amounts }: { file: CsvFile; chosen: Chosen; amounts: readonly Column[] },
  ) {
    this.file = file;
    this.chosen = chosen;
    this.amounts = amounts;
    this.rows = file.rows.map((row) => new Row(this, row));
    for (const column of Object.keys(columns) as Column[]) {
      const mapped = this.mappedPlaces(column);
      this.places.set(column, mapped ?? placesOf(file.header, columns[column]));
      this.everyPlace.set(column, mapped ?? allPlaces(file.header, columns[column]));
    }
    this.hints = file.header.map(hintOf);
  }

  get mapping() {
    return this.chosen.mapping;
  }

  /** The positions that the mapping assigns to a column; null if the column is found by its name. */
  mappedPlaces(column: Column): readonly number[] | null {
    const mapped = (this.mapping.columns as Partial<Record<string, number | null>>)[column];
    if (mapped === undefined) return null;
    return mapped === null ? [] : [mapped];
  }

  seen = (): SeenTable =>
    seenTable(this.file, this.chosen, (column: StatementColumn) => this.places.get(column as never)?.[0]);

  /** Reads the rows in order, and stops after `MOST_PROBLEMS` problems. */
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
    return at === undefined ? column : this.file.header[at]?.trim() || `column ${at + 1}`;
  }

  hintOf(column: Column): HeaderHint | null {
    const [at] = this.placesOf(column);
    return at === undefined ? null : this.hints[at]!;
  }

  /**
   * The order of day and month that the header, the dates and the mapping show; null if they show none or
   * differ.
   */
  dayOrder(column: Column): DayOrder | null {
    const known = this.hintOf(column)?.order;
    if (known) return known;
    if (!this.orders.has(column)) {
      const texts = this.rows.map((row) => row.text(column));
      this.orders.set(column, dayOrderOf(texts, this.mapping.dayOrder));
    }
    return this.orders.get(column) ?? null;
  }

  /** The decimal sign that the amounts and the mapping show; null if they show none or differ. */
  point(): Point | null {
    // A stored null means that the file shows no decimal sign.
    if (this.decimals === undefined) {
      const texts = this.amounts.flatMap((column) => this.rows.flatMap((row) => row.texts(column)));
      this.decimals = pointOf(texts, this.mapping.point);
    }
    return this.decimals;
  }

  /** The zone of times whose cell names none; empty if the file and the mapping name none either. */
  zoneFor = (column: Column): string => this.hintOf(column)?.zone ?? this.mapping.zone ?? '';

  /** The zone that a word means. The mapping names the zone of one unknown word; a second unknown word stays unknown. */
  zoneOf(word: string): string {
    if (this.mapping.zone === null || isZone(word)) return word;
    this.unknownZone ??= word;
    return this.unknownZone === word ? this.mapping.zone : word;
  }

  /** Notes that times are read as UTC, if another zone would change them. */
  assumeZone(read: Date, elsewhere: Date | 'unclear' | null): void {
    if (elsewhere instanceof Date && elsewhere.getTime() !== read.getTime()) this.assumed.add('zone');
  }

  /** Keeps the rows that are movements, and notes each row with cells beyond the header. */
  keep(isMovement: (row: Row<Column>) => boolean): void {
    const kept = this.file.rows.flatMap((row, at) =>
      isMovement(this.rows[at]!) ? [{ ...row, row: this.rows[at]! }] : [],
    );
    const width = this.file.header.length;
    // A comma at the end of every row only adds an empty cell. A comma at the end of some rows may have
    // shifted cells.
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
