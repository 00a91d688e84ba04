import type { Point } from './read-amount.ts';
import type { DayOrder } from './read-moment.ts';

/** How an admin said that files with this header are read. */
export interface StatementLayout {
  header: readonly string[];
  /** The place of a column; null: the file has none. A column that is absent is found by its name. */
  columns: Readonly<Record<string, number | null>>;
  dayOrder: DayOrder | null;
  point: Point | null;
}

const sameHeader = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell.trim() === other[at]!.trim());

/** The layout of files with this header; null when nobody mapped them. */
export const layoutFor = (
  layouts: readonly StatementLayout[],
  header: readonly string[],
): StatementLayout | null => layouts.find((layout) => sameHeader(layout.header, header)) ?? null;
