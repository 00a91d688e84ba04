import { type HealthCheck, lookAt } from './health-check.ts';

const LIMIT_MS = 5_000;

/** One reading serves all who ask while it lasts and for `maxAgeMs` after it, a failed one too: whoever asks often costs nothing. */
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

/** A check that is remembered; one that breaks, or does not end within five seconds, is a problem. */
export const sharedCheck = (check: HealthCheck, maxAgeMs: number): HealthCheck => ({
  ...check,
  problem: remembered(() => lookAt(check, LIMIT_MS), maxAgeMs),
});
