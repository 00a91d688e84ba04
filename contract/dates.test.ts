import { expect, test } from 'vitest';
import { dayText, exactMoment, fullMoment, isoDay, momentText } from './dates.ts';

const at = new Date('2026-11-24T08:08:41.250Z');

test('a moment reads the same in every format, in UTC whatever the machine’s time zone', () => {
  expect(dayText('2026-11-06T23:59:59Z')).toBe('6 Nov');
  expect(isoDay('2026-11-04T00:00:00+02:00')).toBe('2026-11-03');
  expect(momentText(at)).toBe('Tue 24 Nov, 08:08 UTC');
  expect(fullMoment(at)).toBe('Tue 24 Nov 2026, 08:08 UTC');
  expect(exactMoment(at)).toBe('Tue 24 Nov 2026, 08:08:41 UTC');
});
