/** A range of a clip's counter, from the view after `from` up to and including the view at `to`. */
export interface ViewRange {
  from: bigint;
  to: bigint;
}

/** Returns the same views as disjoint ranges in rising order. */
export function united(ranges: readonly ViewRange[]): ViewRange[] {
  const rising = ranges
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const disjoint: ViewRange[] = [];
  for (const range of rising) {
    const last = disjoint.at(-1);
    if (last && range.from <= last.to) last.to = range.to > last.to ? range.to : last.to;
    else disjoint.push({ ...range });
  }
  return disjoint;
}

/** Counts the views in these ranges, each once. */
export const viewsIn = (ranges: readonly ViewRange[]): bigint =>
  united(ranges).reduce((sum, { from, to }) => sum + to - from, 0n);

/** Returns the position on the counter before which `count` views are outside these ranges. */
export function placeAfter(count: bigint, ranges: readonly ViewRange[]): bigint {
  let place = count;
  for (const { from, to } of united(ranges)) {
    if (from >= place) break;
    place += to - from;
  }
  return place;
}

/** Cuts a range at a position on the counter. */
export const upTo = (place: bigint, { from, to }: ViewRange): ViewRange => ({
  from,
  to: to < place ? to : place,
});

/** Returns the range from the first to the last view that is in none of these ranges; null if all are. */
export function outside({ from, to }: ViewRange, ranges: readonly ViewRange[]): ViewRange | null {
  const known = united(ranges);
  for (const range of known) if (range.from <= from && range.to > from) from = range.to;
  for (const range of known.toReversed()) if (range.to >= to && range.from < to) to = range.from;
  return from < to ? { from, to } : null;
}

/** Returns the parts of a range that are in none of these ranges, disjoint and in rising order. */
export function outsideOf({ from, to }: ViewRange, ranges: readonly ViewRange[]): ViewRange[] {
  const left: ViewRange[] = [];
  let place = from;
  for (const range of united(ranges)) {
    if (range.from > place) left.push({ from: place, to: range.from < to ? range.from : to });
    if (range.to > place) place = range.to;
  }
  left.push({ from: place, to });
  return left.filter((range) => range.to > range.from);
}
