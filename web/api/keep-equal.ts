type Plain = Record<string, unknown>;

/**
 * Returns the new reply, but with the objects of the previous reply in all equal parts, so that a background
 * refresh only rerenders changes. react-query does this for JSON values only, and our replies also contain
 * dates.
 */
export function keepEqual(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before;
  if (before instanceof Date && next instanceof Date)
    return before.getTime() === next.getTime() ? before : next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const kept = next.map((value, at) => keepEqual(before[at], value));
    return before.length === kept.length && kept.every((value, at) => value === before[at]) ? before : kept;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const kept = Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, keepEqual(before[key], value)]),
  );
  const keys = Object.keys(kept);
  const isSame =
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.hasOwn(before, key) && kept[key] === before[key]);
  return isSame ? before : kept;
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
