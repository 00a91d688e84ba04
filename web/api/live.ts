import { isFault } from './client.ts';

/**
 * Pauses, in milliseconds, before the retries after a lost connection. When all of them have failed, the
 * error is shown and polling continues.
 */
export const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000];

/** Polling interval for data that other people change. */
export const HEARTBEAT_MS = 25_000;

/** While the page receives events, its polling intervals are multiplied by this factor. */
const OPEN_FACTOR = 12;

let isStreamOpen = false;

/** Sets whether this page receives events (`events/live-updates.ts`). */
export const setStreamOpen = (isOpen: boolean): void => {
  isStreamOpen = isOpen;
};

/** Returns the polling interval for data whose changes are also reported by events. */
export const polled = (everyMs: number) => (): number => (isStreamOpen ? OPEN_FACTOR * everyMs : everyMs);

/** Query options for data that is polled while its page is open. */
export const live = (everyMs: number) => ({
  refetchInterval: polled(everyMs),
  retry: (failures: number, error: Error) => failures < BACK_OFF_MS.length && isFault(error),
  retryDelay: (attempt: number) => BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)]!,
});
