import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { type Budget, BudgetKeys, BudgetTrack, largestOf } from './nouns/budget-track.tsx';
import { rendered } from './testing/screen.tsx';

const inMicros = (text: string): bigint => BigInt(Math.round(Number(text.replace(/[$,]/g, '')) * 1_000_000));

test('the parts of a budget add up to its total, to the last micro-dollar', async () => {
  const budget = { spent: micros(12_345_600n), reserved: micros(3_003_300n), free: micros(84_651_100n) };
  const { text } = await rendered(<BudgetKeys budget={budget} />, []);
  const parts = [...text.matchAll(/\$[\d,.]+/g)].map(([amount]) => inMicros(amount));
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(100_000_000n);
  const { html } = await rendered(<BudgetTrack budget={budget} />, []);
  expect(html).toContain('Spent $12.3456, reserved $3.0033, free $84.6511 of $100.00');
});

test('the tracks of one list share a scale: half the budget is half the width', async () => {
  const [small, large] = [50_000_000n, 100_000_000n].map((free) => ({
    spent: micros(0n),
    reserved: micros(0n),
    free: micros(free),
  })) as [Budget, Budget];
  const largest = largestOf([small, large], (budget) => budget);
  const width = async (budget: Budget) =>
    /style="width:([^"]*)"/.exec(
      (await rendered(<BudgetTrack budget={budget} largest={largest} />, [])).html,
    )![1];
  expect([await width(small), await width(large)]).toEqual(['50%', '100%']);
});
