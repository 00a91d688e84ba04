import { DECISION_HOURS } from '#contract/limits.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the host's deadline that is shown at submission. The host's decision time begins with the first
 * verdict on the views, at most a day after submission. If the verdict arrives sooner, the deadline moves
 * forward.
 */
export const firstDecideBy = (submittedAt: Date, decisionHours: number): Date =>
  new Date(submittedAt.getTime() + (DECISION_HOURS + decisionHours) * HOUR_MS);
