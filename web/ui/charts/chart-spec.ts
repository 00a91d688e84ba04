export interface ChartSeries {
  name: string;
  /** One value for each x; null without data. Money is in cents with their fractions, never in dollars. */
  values: readonly (number | null)[];
  /** pending: dashed, on top of the bars. expected: a dashed line. settled: the filled part below a line. */
  style?: 'main' | 'expected' | 'pending' | 'settled';
}

export interface ChartSpec {
  kind: 'line' | 'bar';
  /** Milliseconds, or other ascending numbers. Bars are equally spaced whatever the numbers are. */
  x: readonly number[];
  series: readonly ChartSeries[];
  /**
   * Formats a value with its unit, for the tooltip, the table and screen readers: "$131.40", "40,120 views".
   */
  format: (value: number) => string;
  /** Formats a value in short form for the axis: "$150", "40,000". */
  formatAxis?: (value: number) => string;
  formatX: (x: number) => string;
  /** Formats an x value in short form under the axis: "16:20". */
  formatXAxis?: (x: number) => string;
  /** True if the last bar is the current period, which is lime. */
  highlightLast?: boolean;
  /** Ranges marked in red, such as a contested hour. */
  flags?: readonly { from: number; to: number }[];
}

/**
 * Returns a round number of at least `max`, so that the axis ends with a label: 0, 1, 2, 3, 5 or 10 times a
 * power of ten.
 */
export function roundCeiling(max: number): number {
  if (max <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= max) ?? 10;
  return Math.max(1, Math.round(step * power));
}

/** Returns the highest value that must fit. Pending values are stacked on their bars. */
export function highest(spec: ChartSpec): number {
  const pending = spec.series.find((one) => one.style === 'pending');
  let top = 0;
  for (const one of spec.series) {
    if (one === pending) continue;
    one.values.forEach((value, at) => {
      top = Math.max(top, (value ?? 0) + (pending?.values[at] ?? 0));
    });
  }
  return top;
}

/** Returns at most `room` of `count` positions: the first one, followed by evenly spaced ones. */
export function evenly(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY),
];

/** Returns at most `room` round times (UTC) between two times, for the labels of a time axis. */
export function timeMarks(from: number, to: number, room: number): number[] {
  const step = steps.find((candidate) => (to - from) / candidate < Math.max(1, room)) ?? steps.at(-1)!;
  const first = Math.ceil(from / step) * step;
  const marks = Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  );
  return marks.length > 0 ? marks : [from];
}
