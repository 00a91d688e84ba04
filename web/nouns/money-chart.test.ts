import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { highest, roundCeiling } from '#web/ui/charts/chart-spec.ts';
import { chartCents, moneyFormats, sinceFirst } from './money-chart.ts';

test('an amount below a cent has a height and its own text, and the axis names different amounts', () => {
  const cents = chartCents(micros(3_000n));
  expect(cents).toBeGreaterThan(0);
  expect(moneyFormats.format(cents)).toBe('<$0.01');
  const top = roundCeiling(
    highest({
      kind: 'bar',
      x: [0],
      series: [{ name: 'Earned', values: [cents] }],
      format: String,
      formatX: String,
    }),
  );
  expect([0, top / 2, top].map(moneyFormats.formatAxis)).toEqual(['$0', '$0.005', '$0.01']);
});

test('a chart begins with the first day on which something happened', () => {
  const days = [0, 0, 5, 0, 3].map((views) => ({ views, amountMicros: micros(0n) }));
  expect(sinceFirst(days).map(({ views }) => views)).toEqual([5, 0, 3]);
  expect(sinceFirst(days.slice(0, 2))).toEqual([]);
  const paid = { views: 0, amountMicros: micros(1n) };
  expect(sinceFirst([days[0]!, paid])).toEqual([paid]);
});

test('an amount is cut to the cent, whatever its fraction', () => {
  const amounts = [131_400_000n, 19_139_999n, 0n].map((amount) => chartCents(micros(amount)));
  expect(amounts.map(moneyFormats.format)).toEqual(['$131.40', '$19.13', '$0.00']);
  expect([15_000, 150].map(moneyFormats.formatAxis)).toEqual(['$150', '$1.50']);
});
