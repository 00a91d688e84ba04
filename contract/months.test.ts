import { expect, test } from 'vitest';
import { monthAfter, monthBefore, monthName, monthOf } from './months.ts';

test('months follow each other across years in UTC', () => {
  expect(monthOf(new Date('2026-01-01T00:00:00Z'))).toBe('2026-01');
  expect(monthBefore('2026-01')).toBe('2025-12');
  expect(monthAfter('2025-12')).toBe('2026-01');
  expect(monthName('2026-03')).toBe('March 2026');
});
