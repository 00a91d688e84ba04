/** One measured figure, with its baseline from the same run. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The baseline's figure; null without a baseline. */
  baseline: number | null;
  /** Value divided by baseline; null without a baseline, or with a baseline of 0. */
  ratio: number | null;
  target: number | null;
  lowerIsBetter: boolean;
}

export interface BenchResult {
  rows: BenchRow[];
  total: Record<string, number | string>;
}

/** The benchmark that each file in this folder exports as `bench`. */
export type Bench = () => Promise<BenchResult>;

/** Makes a row with its ratio. */
export function row(figures: Omit<BenchRow, 'ratio'>): BenchRow {
  const { name, value, unit, baseline, target, lowerIsBetter } = figures;
  const ratio = baseline === null || baseline === 0 ? null : round(value / baseline);
  return { name, value, unit, baseline, ratio, target, lowerIsBetter };
}

/** Makes a row for events that must not happen; prints each that did. */
export function none(name: string, found: readonly string[]): BenchRow {
  for (const one of found) console.error(`${name}: ${one}`);
  return row({ name, value: found.length, unit: '', baseline: null, target: 0, lowerIsBetter: true });
}

/** Rounds to four significant digits; more would be noise. */
export const round = (value: number): number => Number(value.toPrecision(4));
