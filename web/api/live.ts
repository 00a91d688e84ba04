import { isFault } from './client.ts';

/** Pauses before retries after a lost connection, in milliseconds; then the error is shown and polling goes on. */
const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000];

/** Polling interval for data that other people change. */
export const HEARTBEAT_MS = 25_000;

/** Query options for data that is polled while its page is open. */
export const live = (everyMs: number) => ({
  refetchInterval: everyMs,
  retry: (failures: number, error: Error) => failures < BACK_OFF_MS.length && isFault(error),
  retryDelay: (attempt: number) => BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)]!,
});
