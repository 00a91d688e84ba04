import { DECISION_HOURS } from '#contract/limits.ts';

const HOUR_MS = 3_600_000;

/**
 * The host's deadline as shown at submission. The decision time starts with the first verdict on the views,
 * at most a day later; an earlier verdict moves the deadline forward.
 */
export const firstDecideBy = (submittedAt: Date, decisionHours: number): Date =>
  new Date(submittedAt.getTime() + (DECISION_HOURS + decisionHours) * HOUR_MS);
