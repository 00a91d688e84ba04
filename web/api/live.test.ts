import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { HEARTBEAT_MS, live, setStreamOpen } from './live.ts';

const problem = (status: number, code: string) =>
  new ApiError({ type: 'about:blank', code, status, title: 'x', detail: 'y' });

test('polls live data every 25 seconds, and every five minutes while events arrive', () => {
  const { refetchInterval } = live(HEARTBEAT_MS);
  expect(refetchInterval()).toBe(25_000);
  setStreamOpen(true);
  expect(refetchInterval()).toBe(300_000);
  setStreamOpen(false);
  expect(refetchInterval()).toBe(25_000);
});

test('retries a lost connection after 1, 2, 5, then 10 seconds', () => {
  const { retry, retryDelay } = live(HEARTBEAT_MS);
  expect([0, 1, 2, 3].map(retryDelay)).toEqual([1_000, 2_000, 5_000, 10_000]);
  const lost = problem(0, 'offline');
  expect([0, 1, 2, 3, 4].map((failures) => retry(failures, lost))).toEqual([true, true, true, true, false]);
  expect(retry(0, problem(404, 'not_found'))).toBe(false);
});
