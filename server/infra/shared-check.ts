import { type HealthCheck, lookAt } from './health-check.ts';

const LIMIT_MS = 5_000;

/**
 * One look serves all who ask while it lasts and for so long after it: whoever probes often costs nothing. One that breaks, or
 * does not end within five seconds, is a problem.
 */
export function sharedCheck(check: HealthCheck, maxAgeMs: number): HealthCheck {
  let last: { problem: Promise<string | null>; endedAt: number | null } | null = null;
  return {
    ...check,
    problem() {
      if (last && (last.endedAt === null || performance.now() - last.endedAt < maxAgeMs)) return last.problem;
      const look = lookAt(check, LIMIT_MS);
      const begun: typeof last = { problem: look, endedAt: null };
      last = begun;
      void look.then(() => (begun.endedAt = performance.now()));
      return look;
    },
  };
}
