import { isUsualMoment } from '#contract/wire/primitives.ts';
import { InvalidInput } from './invalid-input.ts';

/**
 * Opaque position of a page's last row: its sort value, its id and, when the order can be chosen, the name of
 * the order.
 */
export interface Position {
  value: string;
  id: string;
  sort?: string | undefined;
}

export const encodeCursor = (position: Position): string =>
  Buffer.from(
    JSON.stringify([position.value, position.id, ...(position.sort ? [position.sort] : [])]),
  ).toString('base64url');

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z$/;

/** Returns null when the text is not one of our cursors; the list then starts at its beginning. */
export function decodeCursor(text: string | undefined): Position | null {
  if (!text) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed)) return null;
    const [value, id, sort] = parsed;
    const idIsUuid = typeof id === 'string' && UUID.test(id);
    const isOurs = typeof value === 'string' && value.length <= 100 && idIsUuid;
    return isOurs ? { value, id, ...(typeof sort === 'string' ? { sort } : {}) } : null;
  } catch {
    return null;
  }
}

/** Like `decodeCursor`, for lists sorted by a moment in ISO 8601. */
export function decodeMomentCursor(text: string | undefined): Position | null {
  const position = decodeCursor(text);
  return position && cursorMoment(position.value) ? position : null;
}

/**
 * Returns the moment in a cursor; null when the cursor is not ours.
 * @throws InvalidInput for a moment that no row can have and PostgreSQL can't represent
 */
export function cursorMoment(value: string): Date | null {
  const moment = new Date(value);
  if (!MOMENT.test(value) || Number.isNaN(moment.getTime())) return null;
  if (!isUsualMoment(moment)) {
    throw new InvalidInput({
      field: 'cursor',
      message: 'The place in the list must be one that the list gave.',
    });
  }
  return moment;
}

/** Drops the extra row of a query of `size + 1` rows and returns the cursor of the next page. */
export function page<Row>(
  rows: Row[],
  size: number,
  positionOf: (row: Row) => Position,
): { rows: Row[]; nextCursor: string | null } {
  if (rows.length <= size) return { rows, nextCursor: null };
  const kept = rows.slice(0, size);
  return { rows: kept, nextCursor: encodeCursor(positionOf(kept[size - 1]!)) };
}
