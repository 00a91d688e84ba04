/** One labelled value of a metric that has several values. */
export interface Labelled {
  labels: Record<string, string>;
  value: number;
}

/** A figure for /metrics, read on each request. */
export interface Metric {
  /** The form is permille_<what>_<unit>, for a counter permille_<what>_total. */
  name: string;
  help: string;
  /** A counter only grows while the process runs; absent for a gauge. */
  type?: 'counter';
  /** The labels of a figure with several values. */
  labelNames?: string[];
  read(): Promise<number | Labelled[]>;
}
