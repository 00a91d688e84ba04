import type { SubmissionStatus } from '#contract/submissions/submissions.ts';

/** Returns the approved clips in whole percent of all clips except withdrawn ones; null if there are none. */
export function successRate(counts: Partial<Record<SubmissionStatus, number>>): number | null {
  const all = (counts.pending ?? 0) + (counts.approved ?? 0) + (counts.rejected ?? 0);
  return all === 0 ? null : Math.round(((counts.approved ?? 0) / all) * 100);
}
