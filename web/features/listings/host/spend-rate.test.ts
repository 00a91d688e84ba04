import { expect, test } from 'vitest';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import { runwayLine } from './spend-rate.ts';

const budget = (freeCents: number, paidCents = 0) => ({
  fundedMicros: centsToMicros(freeCents + paidCents),
  paidMicros: centsToMicros(paidCents),
  reservedMicros: ZERO_MICROS,
  freeMicros: centsToMicros(freeCents),
  returnedMicros: ZERO_MICROS,
  takenBackMicros: ZERO_MICROS,
});

test('the runway is the free budget at the rate of the last seven days, in whole days', () => {
  expect(runwayLine({ budget: budget(10_000), lastWeekMicros: centsToMicros(7_000) })).toContain('10 d');
  expect(runwayLine({ budget: budget(10_900), lastWeekMicros: centsToMicros(7_000) })).toContain('10 d');
  expect(runwayLine({ budget: budget(900), lastWeekMicros: centsToMicros(7_000) })).toContain(
    'Less than a day',
  );
});

test('without spending there is no rate, and the page says so instead of showing an endless runway', () => {
  expect(runwayLine({ budget: budget(10_000), lastWeekMicros: ZERO_MICROS })).toBe(
    'No spend in the last 7 days',
  );
});
