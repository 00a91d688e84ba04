import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { BudgetKeys, BudgetTrack } from './nouns/budget-track.tsx';
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

test('the bar of a full budget is as wide as that of a larger one, because each shows shares of its own budget', async () => {
  const track = async (free: bigint) => {
    const budget = { spent: micros(free), reserved: micros(0n), free: micros(free) };
    return (await rendered(<BudgetTrack budget={budget} />, [])).html;
  };
  const [small, large] = [await track(5_000_000n), await track(100_000_000n)];
  const shape = (html: string) => html.replace(/aria-label="[^"]*"/, '');
  expect(shape(small)).toBe(shape(large));
  expect(small).not.toContain('width:');
});
