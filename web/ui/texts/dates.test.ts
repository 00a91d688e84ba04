import { describe, expect, test } from 'vitest';
import { fullDay } from '#contract/dates.ts';
import { axisMoment, momentFrom } from './dates.ts';

const now = new Date('2026-11-17T16:20:00Z');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);

describe('dates', () => {
  test('a day is named in UTC, whatever the machine’s time zone', () => {
    expect(fullDay('2026-11-14T23:59:59Z')).toBe('14 Nov 2026');
    expect(fullDay('2026-11-04T00:00:00+02:00')).toBe('3 Nov 2026');
  });

  test('an axis of up to two days is labelled by the hour, a longer one by the day', () => {
    expect(axisMoment(47 * 3_600_000)(now)).toBe('16:20');
    expect(axisMoment(49 * 3_600_000)(now)).toBe('17 Nov');
  });

  test('a moment has its year only if it could be mistaken for another', () => {
    expect(momentFrom(hours(3), now)).toBe('Tue 17 Nov, 19:20 UTC');
    expect(momentFrom(hours(24 * 60), now)).toBe('Sat 16 Jan, 16:20 UTC');
    expect(momentFrom(hours(-24 * 360), now)).toBe('Sat 22 Nov 2025, 16:20 UTC');
  });
});
