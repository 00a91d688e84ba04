import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenly, highest, roundCeiling } from './chart-spec.ts';

describe('chart scale', () => {
  test('the axis ends on a whole number at or above the highest value, and wastes less than half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (max) => {
        const ceiling = roundCeiling(max);
        expect(Number.isInteger(ceiling)).toBe(true);
        expect(ceiling).toBeGreaterThanOrEqual(max);
        expect(ceiling).toBeLessThanOrEqual(max * 2);
      }),
    );
  });

  test('pending money is stacked on the bar it belongs to', () => {
    const spec = { kind: 'bar', x: [0, 1], format: String, formatX: String } as const;
    const series = [
      { name: 'Released', values: [5, 3] },
      { name: 'Held', values: [null, 4], look: 'pending' },
    ] as const;
    expect(highest({ ...spec, series })).toBe(7);
  });

  test('labels never outnumber the room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 20 }), (count, room) => {
        const at = evenly(count, room);
        expect(at.length).toBeLessThanOrEqual(room);
        expect(at[0]).toBe(0);
        expect(at.at(-1)!).toBeLessThan(count);
      }),
    );
  });
});
