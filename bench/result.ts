/** One measured figure, with its baseline from the same run. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** null without a baseline. */
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

/** Each file in this folder exports one of these as `bench`. */
export type Bench = () => Promise<BenchResult>;

/** A row with its ratio. */
export function row(figures: Omit<BenchRow, 'ratio'>): BenchRow {
  const { name, value, unit, baseline, target, lowerIsBetter } = figures;
  const ratio = baseline === null || baseline === 0 ? null : round(value / baseline);
  return { name, value, unit, baseline, ratio, target, lowerIsBetter };
}

/** A row for events that must not happen; prints each case. */
export function none(name: string, found: readonly string[]): BenchRow {
  for (const one of found) console.error(`${name}: ${one}`);
  return row({ name, value: found.length, unit: '', baseline: null, target: 0, lowerIsBetter: true });
}

/** Four significant digits; more would be noise. */
export const round = (value: number): number => Number(value.toPrecision(4));
