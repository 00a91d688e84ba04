/** One of several values of a figure, told apart by its labels. */
export interface Labelled {
  labels: Record<string, string>;
  value: number;
}

/** A figure for /metrics, read when it is asked for. */
export interface Metric {
  /** permille_<what>_<unit>; of a counter permille_<what>_total */
  name: string;
  help: string;
  /** counter: it only grows while the process lives. Absent: gauge. */
  type?: 'counter';
  /** Of a figure with several values. */
  labelNames?: string[];
  read(): Promise<number | Labelled[]>;
}
