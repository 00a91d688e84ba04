import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenly, highest, roundCeiling, timeMarks } from './chart-spec.ts';

describe('chart scale', () => {
  test('the axis ends on a whole number at or above the highest value, and at least half of it is used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (max) => {
        const ceiling = roundCeiling(max);
        expect(Number.isInteger(ceiling)).toBe(true);
        expect(ceiling).toBeGreaterThanOrEqual(max);
        expect(ceiling).toBeLessThanOrEqual(max * 2);
      }),
    );
  });

  test('pending money is stacked on its bar', () => {
    const spec = { kind: 'bar', x: [0, 1], format: String, formatX: String } as const;
    const series = [
      { name: 'Released', values: [5, 3] },
      { name: 'Pending', values: [null, 4], style: 'pending' },
    ] as const;
    expect(highest({ ...spec, series })).toBe(7);
  });

  test('labels never outnumber the available room', () => {
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

describe('the marks of a time axis', () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const shown = (marks: number[]) => marks.map((mark) => new Date(mark).toISOString().slice(5, 16));

  test('are round moments, whatever the moments of the readings', () => {
    expect(shown(timeMarks(at('2026-03-01T07:20'), at('2026-03-04T19:00'), 5))).toEqual([
      '03-02T00:00',
      '03-03T00:00',
      '03-04T00:00',
    ]);
    expect(shown(timeMarks(at('2026-03-01T07:20'), at('2026-03-01T09:10'), 5))).toEqual([
      '03-01T07:30',
      '03-01T08:00',
      '03-01T08:30',
      '03-01T09:00',
    ]);
  });

  test('keep the least distance, and at least one exists', () => {
    for (const hours of [0, 0.01, 1, 30, 24 * 9, 24 * 400])
      for (const room of [0, 1, 3, 8]) {
        const marks = timeMarks(at('2026-03-01T07:20'), at('2026-03-01T07:20') + hours * 3_600_000, room);
        expect(marks.length).toBeGreaterThanOrEqual(1);
        expect(marks.length).toBeLessThanOrEqual(Math.max(1, room) + 1);
      }
  });
});
