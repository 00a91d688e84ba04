import { expect, test } from 'vitest';
import { between } from './format.ts';
import type { Evidence } from './signal.ts';

const at = (hours: number[]) =>
  between({ curve: { hours } } as unknown as Evidence, { from: 0, to: hours.length - 1 });

test('names both ends of a stretch, or one if both round to the same hour', () => {
  expect(at([38, 41])).toBe('between hour 38 and hour 41 after posting');
  expect(at([96, 264])).toBe('between day 4 and day 11 after posting');
  expect(at([32.6, 33.1])).toBe('around hour 33 after posting');
});
