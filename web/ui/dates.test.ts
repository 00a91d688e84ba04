import { describe, expect, test } from 'vitest';
import { axisMoment, duration, fullMoment, isoDay, monthDay, relative } from './dates.ts';

const now = new Date('2026-11-17T16:20:00Z');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);

describe('dates', () => {
  test('a day is named in UTC, whatever the zone of the machine', () => {
    expect(isoDay('2026-11-14T23:59:59Z')).toBe('2026-11-14');
    expect(monthDay('2026-11-06T00:00:00Z')).toBe('Nov 6');
    expect(fullMoment(now)).toBe('Nov 17, 2026, 16:20 UTC');
  });

  test('an axis of up to two days is marked by the hour, a longer one by the day', () => {
    expect(axisMoment(47 * 3_600_000)(now)).toBe('16:20');
    expect(axisMoment(49 * 3_600_000)(now)).toBe('Nov 17');
  });

  test.each([
    [0, '0 min'],
    [59 * 60_000, '59 min'],
    [4 * 3_600_000 + 600_000, '4 h 10 min'],
    [3 * 3_600_000, '3 h'],
    [23 * 3_600_000 + 59.6 * 60_000, '24 h'],
    [47 * 3_600_000, '47 h'],
    [48 * 3_600_000, '2 d'],
    [-5, '0 min'],
  ])('%d ms last "%s"', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  test('a moment is told from now, both ways, and by its date when it is far', () => {
    expect(relative(hours(3), now)).toBe('in 3 h');
    expect(relative(hours(-4), now)).toBe('4 h ago');
    expect(relative(now, now)).toBe('now');
    expect(relative(hours(24 * 40), now)).toBe('2026-12-27');
  });
});
