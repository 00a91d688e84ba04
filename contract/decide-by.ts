import { DECISION_HOURS } from './limits.ts';

const HOUR_MS = 3_600_000;

/**
 * Until when the host of a clip decides, as everybody is told at its submission: its review time starts with the first
 * verdict on the views, at most a day later. A verdict that comes sooner makes it sooner.
 */
export const firstDecideBy = (submittedAt: Date, decisionHours: number): Date =>
  new Date(submittedAt.getTime() + (DECISION_HOURS + decisionHours) * HOUR_MS);
