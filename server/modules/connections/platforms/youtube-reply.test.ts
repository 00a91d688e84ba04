import { expect, test } from 'vitest';
import { durationSeconds, secondsToPacificMidnight } from './youtube-reply.ts';

test.each([
  ['PT58S', 58],
  ['PT1M3S', 63],
  ['PT2H', 7200],
  ['P1DT1S', 86_401],
  ['58s', 58],
  ['12.600s', 13],
  ['', null],
  ['soon', null],
])('the duration %s is %s seconds', (duration, seconds) => {
  expect(durationSeconds(duration)).toBe(seconds);
});

test.each([
  ['2026-11-20T09:30:00Z', 22.5 * 3600],
  ['2026-07-01T06:59:59Z', 1],
  ['2026-07-01T07:00:00Z', 86_400],
  // These days have 23 and 25 hours, because daylight saving time changes.
  ['2026-03-08T09:00:00Z', 22 * 3600],
  ['2026-11-01T08:00:00Z', 24 * 3600],
])('at %s the quota day ends in %s seconds', (now, seconds) => {
  expect(secondsToPacificMidnight(new Date(now))).toBe(seconds);
});
