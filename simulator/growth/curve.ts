import type { Counts, CurvePoint, Growth } from './growth.ts';

const countNames = ['views', 'likes', 'comments', 'shares'] as const;

/**
 * Returns growth through the given points, in hours since the post. It is zero at hour 0 unless a point says
 * otherwise, exact at every point, and constant after the last. Between two points it is never outside their
 * two values (Fritsch-Carlson). Throws a RangeError when there is no point, an hour is negative or named
 * twice, or a count is not a whole number.
 */
export function growthThrough(points: readonly CurvePoint[]): Growth {
  const sorted = [...points].sort((a, b) => a.hours - b.hours);
  assertPoints(sorted);
  if (sorted[0]!.hours > 0) sorted.unshift({ hours: 0, views: 0, likes: 0, comments: 0, shares: 0 });
  const hours = sorted.map((point) => point.hours);
  const lines = countNames.map((name) => {
    const values = sorted.map((point) => point[name]);
    return { name, values, slopes: monotoneSlopes(hours, values) };
  });
  return (at) => {
    const counts: Counts = { views: 0, likes: 0, comments: 0, shares: 0 };
    for (const line of lines) counts[line.name] = valueAt(hours, line.values, line.slopes, at);
    return counts;
  };
}

function assertPoints(points: readonly CurvePoint[]): void {
  if (points.length === 0) throw new RangeError('A curve needs at least one point.');
  points.forEach((point, index) => {
    if (!(point.hours >= 0) || point.hours === points[index - 1]?.hours) {
      throw new RangeError('The hours of a curve are 0 or more, each named once.');
    }
    if (countNames.some((name) => !Number.isSafeInteger(point[name]) || point[name] < 0)) {
      throw new RangeError('The counts of a curve are whole numbers, 0 or more.');
    }
  });
}

function monotoneSlopes(hours: readonly number[], values: readonly number[]): number[] {
  const secants = hours.slice(1).map((hour, index) => {
    return (values[index + 1]! - values[index]!) / (hour - hours[index]!);
  });
  return hours.map((_, index) => {
    const before = secants[index - 1] ?? 0;
    const after = secants[index] ?? 0;
    // The harmonic mean stays below twice the smaller slope, which keeps the cubic from overshooting.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

function valueAt(
  hours: readonly number[],
  values: readonly number[],
  slopes: readonly number[],
  at: number,
): number {
  if (at <= hours[0]!) return at < 0 ? 0 : values[0]!;
  const next = hours.findIndex((hour) => hour > at);
  if (next === -1) return values.at(-1)!;
  const from = next - 1;
  const width = hours[next]! - hours[from]!;
  const t = (at - hours[from]!) / width;
  const value =
    (1 + 2 * t) * (1 - t) ** 2 * values[from]! +
    t * (1 - t) ** 2 * width * slopes[from]! +
    t * t * (3 - 2 * t) * values[next]! +
    t * t * (t - 1) * width * slopes[next]!;
  const low = Math.min(values[from]!, values[next]!);
  const high = Math.max(values[from]!, values[next]!);
  return Math.floor(Math.min(high, Math.max(low, value)) + 1e-6);
}
