import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from './client.ts';
import { createQueryClient } from './query-client.ts';

const problem = (status: number, code: string) =>
  new ApiError({ type: 'about:blank', code, status, title: 'x', detail: 'y' });
const { queries } = createQueryClient().getDefaultOptions();
const retry = queries?.retry as (failures: number, error: Error) => boolean;
const delay = queries?.retryDelay as (attempt: number) => number;

test('repeats a call without an answer three times, a refused one never', () => {
  const lost = problem(0, 'offline');
  expect([0, 1, 2, 3].map((failures) => retry(failures, lost))).toEqual([true, true, true, false]);
  for (const status of [502, 503, 504]) expect(retry(0, problem(status, 'unavailable'))).toBe(true);
  expect(retry(0, problem(404, 'not_found'))).toBe(false);
  expect(retry(0, new Error('unreadable'))).toBe(false);
});

test('the pauses double from one second up to 30', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(delay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('keeps data that no screen shows for five minutes', () => {
  expect(queries?.gcTime).toBe(5 * 60_000);
});

test('a list that failed is read again after half a minute while a screen shows it, and a refused one is not', async () => {
  vi.useFakeTimers();
  try {
    const reads = async (error: ApiError) => {
      const client = createQueryClient();
      const read = vi.fn().mockRejectedValueOnce(error).mockResolvedValue('rows');
      const list = new QueryObserver(client, { queryKey: [error.code], queryFn: read, retry: false });
      const end = list.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(40_000);
      end();
      return read.mock.calls.length;
    };
    expect(await reads(problem(503, 'unavailable'))).toBe(2);
    expect(await reads(problem(404, 'not_found'))).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
