import { expect, it } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { mayOnlyFall, nextPollAt, retryAt } from './schedule.ts';

const posted = new Date('2026-03-01T10:07:00Z');
const next = (age: number, denseUntil: Date | null = null) =>
  nextPollAt(posted, after(posted, age), denseUntil).getTime() - posted.getTime();

it('counts every half hour for 6 hours, hourly to 72, six-hourly to day 14, then daily', () => {
  expect(next(0)).toBe(30 * MINUTE);
  expect(next(5 * HOUR + 59 * MINUTE)).toBe(6 * HOUR);
  expect(next(6 * HOUR)).toBe(7 * HOUR);
  expect(next(71.5 * HOUR)).toBe(72 * HOUR);
  expect(next(72 * HOUR)).toBe(78 * HOUR);
  expect(next(14 * DAY)).toBe(15 * DAY);
});

it('stays on the grid of the post however late a count was', () => {
  expect(next(40 * MINUTE)).toBe(60 * MINUTE);
});

it('counts densely after a jump, and never less often than its age requires', () => {
  expect(next(20 * DAY, after(posted, 21 * DAY))).toBe(20 * DAY + 30 * MINUTE);
  expect(next(20 * DAY, after(posted, 19 * DAY))).toBe(21 * DAY);
});

it('backs off from a minute to an hour', () => {
  expect(retryAt(posted, 0, 0).getTime() - posted.getTime()).toBe(MINUTE);
  expect(retryAt(posted, 30, 1).getTime() - posted.getTime()).toBe(75 * MINUTE);
});

it('counts at the end of the window and at its recheck, which are not on the grid', () => {
  const until = after(posted, 20 * DAY + 5 * HOUR);
  const from = (age: number) => nextPollAt(posted, after(posted, age), null, until);
  expect(from(19.5 * DAY)).toEqual(after(posted, 20 * DAY));
  expect(from(20 * DAY)).toEqual(until);
  expect(from(20 * DAY + 5 * HOUR)).toEqual(after(posted, 21 * DAY));
  expect(from(23 * DAY)).toEqual(after(until, 3 * DAY));
});

it('accepts the first count within two hours of the end as final; any later one may only reduce it', () => {
  const until = after(posted, 20 * DAY);
  const [before, late] = [after(until, -DAY), after(until, 3 * HOUR)];
  expect(mayOnlyFall(until, until, before)).toBe(false);
  expect(mayOnlyFall(after(until, HOUR), until, before)).toBe(false);
  expect(mayOnlyFall(after(until, HOUR), until, after(until, MINUTE))).toBe(true);
  expect(mayOnlyFall(late, until, before)).toBe(true);
  expect(mayOnlyFall(late, null, null)).toBe(false);
});
