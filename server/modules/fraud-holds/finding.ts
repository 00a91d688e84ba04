/** What a score says of a clip, as far as a hold needs it. */
export interface Finding {
  score: number;
  summary: string;
  contributions: readonly { signal: string; points: number; sentence: string }[];
  /** Views in doubt as counts, first excluded, last included; null: every unpaid view. */
  contestedRange: { fromViews: number; toViews: number } | null;
}
