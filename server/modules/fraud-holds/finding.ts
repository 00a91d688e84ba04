/** The parts of a score that a hold needs. */
export interface Finding {
  score: number;
  summary: string;
  contributions: readonly { signal: string; points: number; sentence: string }[];
  /** Doubtful views as counts, first excluded, last included; null for every unpaid view. */
  contestedRange: { fromViews: number; toViews: number } | null;
}
