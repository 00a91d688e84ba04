import { type RawBuilder, sql } from 'kysely';
import { cursorMoment, decodeCursor, type Position, page } from './cursor.ts';
import { InvalidInput } from './invalid-input.ts';

/**
 * A value that rows are sorted by; never null. `text` sorts by its first letters, so that a cursor remains
 * short.
 */
interface SortValue {
  by: RawBuilder<unknown>;
  kind: 'moment' | 'number' | 'text' | 'id';
}

export const sortValues = <Name extends string>(values: Record<Name, SortValue>) => values;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** For each kind of value: its form in a cursor, and the check of a form read back. */
const kinds = {
  moment: {
    type: sql`timestamptz`,
    text: (by: RawBuilder<unknown>) =>
      sql<string>`to_char(${by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    fits: (value: string) => cursorMoment(value) !== null,
  },
  number: {
    type: sql`numeric`,
    text: (by: RawBuilder<unknown>) => sql<string>`(${by})::text`,
    fits: (value: string) => /^-?\d{1,30}$/.test(value),
  },
  text: {
    type: sql`text`,
    text: (by: RawBuilder<unknown>) => sql<string>`${by}`,
    fits: (value: string) => !value.includes('\0'),
  },
  /** Ids are time-ordered, so sorting by the primary key is sorting by creation. */
  id: {
    type: sql`uuid`,
    text: (by: RawBuilder<unknown>) => sql<string>`(${by})::text`,
    fits: (value: string) => UUID.test(value),
  },
};

const TEXT_SORTED = 30;

export interface Sorted {
  /** Selects the columns that `page` needs of each row. */
  column: RawBuilder<unknown>;
  /** Condition for the rows after the cursor: "and …", or nothing. */
  after: RawBuilder<unknown>;
  /** The expressions after "order by". */
  order: RawBuilder<unknown>;
  page: <Row extends SortedRow>(rows: Row[], size: number) => { rows: Row[]; nextCursor: string | null };
}

export interface SortedRow {
  id: string;
  sort_value: string;
}

/**
 * A list in the order of one of its values; "-" before the value's name puts the greatest first. Rows of
 * equal value are in the order of their ids, so no row is on two pages or missing, however many are added or
 * removed meanwhile.
 * @param usual the default order
 * @throws InvalidInput for a cursor of another order
 */
export function sorted<Name extends string>(
  values: Record<Name, SortValue>,
  { sort, cursor }: { sort?: Name | `-${Name}` | undefined; cursor?: string | undefined },
  usual: NoInfer<Name | `-${Name}`>,
  id: RawBuilder<unknown> = sql`id`,
): Sorted {
  const chosen = sort ?? usual;
  const isDescending = chosen.startsWith('-');
  const { by: whole, kind } = values[chosen.replace(/^-/, '') as Name];
  const by = kind === 'text' ? sql`left(lower(${whole}), ${sql.lit(TEXT_SORTED)})` : whole;
  const { type, text, fits } = kinds[kind];
  const position = positionIn(cursor, chosen, usual);
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  return {
    column: sql`${text(by)} as sort_value`,
    after:
      position && fits(position.value)
        ? sql`and (${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${position.value}::${type}, ${position.id}::uuid)`
        : sql``,
    order: sql`${by} ${direction}, ${id} ${direction}`,
    page: (rows, size) => page(rows, size, (row) => ({ value: row.sort_value, id: row.id, sort: chosen })),
  };
}

/**
 * Returns the position in a cursor. A cursor that names no order belongs to the usual order, because lists
 * with a single order give such cursors.
 * @throws InvalidInput for a cursor of another order
 */
export function positionIn(cursor: string | undefined, sort: string, usual: string): Position | null {
  const position = decodeCursor(cursor);
  if (position && (position.sort ?? usual) !== sort) {
    throw new InvalidInput({
      field: 'cursor',
      message: 'The place in the list is one of another order. Load the list from its beginning.',
    });
  }
  return position;
}
