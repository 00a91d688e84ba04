import { expect, test } from 'vitest';
import { whileUnavailable } from './action.ts';
import { ApiError } from './client.ts';

const problem = (status: number, code: string) =>
  new ApiError({ type: 'about:blank', code, status, title: 'x', detail: 'y' });
const waiting = problem(503, 'unavailable');

test('repeats an idempotent call for half a minute while the database is unavailable', () => {
  const { retry, retryDelay } = whileUnavailable({ idempotent: true });
  expect([0, 1, 2, 3, 4, 5].map((failures) => retry(failures, waiting))).toEqual([
    ...[true, true, true, true, true],
    false,
  ]);
  expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  for (const other of [problem(0, 'offline'), problem(500, 'internal'), problem(409, 'already_decided')])
    expect(retry(0, other)).toBe(false);
});

test('never repeats a call automatically that could take effect twice', () => {
  expect(whileUnavailable({}).retry(0, waiting)).toBe(false);
});
