/** A stretch of a clip's counter, from the view after `from` up to and with the one at `to`. */
export interface ViewRange {
  from: bigint;
  to: bigint;
}

/** The same views as disjoint stretches in rising order: what is in two of them is there once. */
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

/** How many views there are in these stretches together, each counted once. */
export const viewsIn = (ranges: readonly ViewRange[]): bigint =>
  united(ranges).reduce((sum, { from, to }) => sum + to - from, 0n);

/** The place on the counter by which `count` views have passed that are in none of these stretches. */
export function placeAfter(count: bigint, ranges: readonly ViewRange[]): bigint {
  let place = count;
  for (const { from, to } of united(ranges)) {
    if (from >= place) break;
    place += to - from;
  }
  return place;
}

/** The part of a stretch that lies before a place on the counter. */
export const upTo = (place: bigint, { from, to }: ViewRange): ViewRange => ({
  from,
  to: to < place ? to : place,
});

/** A stretch from the first to the last of its views that are in none of these stretches; null when all are. */
export function outside({ from, to }: ViewRange, ranges: readonly ViewRange[]): ViewRange | null {
  const known = united(ranges);
  for (const range of known) if (range.from <= from && range.to > from) from = range.to;
  for (const range of known.toReversed()) if (range.to >= to && range.from < to) to = range.from;
  return from < to ? { from, to } : null;
}

/** What of a stretch lies in none of these, as disjoint stretches in rising order. */
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
