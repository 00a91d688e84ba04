/** One value of a figure that has several, identified by its labels. */
export interface Labelled {
  labels: Record<string, string>;
  value: number;
}

/** A figure for /metrics, read on each request. */
export interface Metric {
  /** permille_<what>_<unit>; a counter is permille_<what>_total */
  name: string;
  help: string;
  /** counter: it only grows while the process runs. Absent: gauge. */
  type?: 'counter';
  /** The labels of a figure with several values. */
  labelNames?: string[];
  read(): Promise<number | Labelled[]>;
}
