import { isFault } from './client.ts';

/** Pauses before a lost connection is tried again, in milliseconds; then it is told, and asked for on at the interval. */
const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000];

/** How often what others may change at any moment is asked for. */
export const HEARTBEAT_MS = 25_000;

/** Options of a query that follows the server while its page is open: it is asked again at this interval. */
export const live = (everyMs: number) => ({
  refetchInterval: everyMs,
  retry: (failures: number, error: Error) => failures < BACK_OFF_MS.length && isFault(error),
  retryDelay: (attempt: number) => BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)]!,
});
