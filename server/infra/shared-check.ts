import { type HealthCheck, runHealthCheck } from './health-check.ts';

const LIMIT_MS = 5_000;

/**
 * Shares one reading, even a failed one, with all callers during it and for `maxAgeMs` after it: frequent
 * calls cost nothing.
 */
export function remembered<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let last: { value: Promise<T>; endedAt: number | null } | null = null;
  return () => {
    if (last && (last.endedAt === null || performance.now() - last.endedAt < maxAgeMs)) return last.value;
    const begun: { value: Promise<T>; endedAt: number | null } = { value: read(), endedAt: null };
    last = begun;
    const end = () => {
      begun.endedAt = performance.now();
    };
    begun.value.then(end, end);
    return begun.value;
  };
}

/**
 * Returns a check that shares its results between callers. A check that throws or takes longer than five
 * seconds is a problem.
 */
export const sharedCheck = (check: HealthCheck, maxAgeMs: number): HealthCheck => ({
  ...check,
  problem: remembered(() => runHealthCheck(check, LIMIT_MS), maxAgeMs),
});
