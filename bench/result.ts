/** One measured figure, with its baseline from the same run. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** null where there is nothing to compare with. */
  baseline: number | null;
  /** Value to baseline; null without a baseline, or with one of 0. */
  ratio: number | null;
  target: number | null;
  lowerIsBetter: boolean;
}

export interface BenchResult {
  rows: BenchRow[];
  total: Record<string, number | string>;
}

/** The type of the export `bench` of every file in this folder. */
export type Bench = () => Promise<BenchResult>;

/** A row with its ratio worked out. */
export function row(figures: Omit<BenchRow, 'ratio'>): BenchRow {
  const { name, value, unit, baseline, target, lowerIsBetter } = figures;
  const ratio = baseline === null || baseline === 0 ? null : round(value / baseline);
  return { name, value, unit, baseline, ratio, target, lowerIsBetter };
}

/** Four significant digits: more are noise. */
export const round = (value: number): number => Number(value.toPrecision(4));
