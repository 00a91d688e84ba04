/** A figure for /metrics, read when it is asked for. */
export interface Metric {
  /** permille_<what>_<unit> */
  name: string;
  help: string;
  read(): Promise<number>;
}
