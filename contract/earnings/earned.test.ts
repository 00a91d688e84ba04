import { expect, test } from 'vitest';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import { earnedSoFar, worthOf } from './earned.ts';

const terms = { rateCentsPerMille: 200, minViews: 0, maxPayoutMicros: null };

test('views are worth whole views from the minimum up to the maximum', () => {
  expect(worthOf(640, terms)).toBe(centsToMicros(128));
  expect(worthOf(640, { ...terms, minViews: 1_000 })).toBe(ZERO_MICROS);
  expect(worthOf(50_000, { ...terms, maxPayoutMicros: centsToMicros(3_000) })).toBe(centsToMicros(3_000));
});

const clip = {
  earnedMicros: ZERO_MICROS,
  worthMicros: centsToMicros(128),
  budgetSpent: null,
  contestedMicros: ZERO_MICROS,
};

test('nothing counts as earned before the clip is approved', () => {
  expect(earnedSoFar({ ...clip, status: 'pending' })).toBe(
    'Earned so far: $0.00. Today’s count earns $1.28 once the clip is approved.',
  );
  expect(earnedSoFar({ ...clip, status: 'rejected' })).toBe('Earned so far: $0.00.');
});

test('names everything that the unearned part of a count waits for, and the parts add up', () => {
  const paid = { ...clip, earnedMicros: centsToMicros(100), status: 'approved' as const };
  const contestedMicros = centsToMicros(28);
  const budgetSpent = { amountMicros: centsToMicros(28) };
  const [earned, amount] = ['Earned so far: $1.00. Of today’s count', '$0.28 waits for'];
  expect(earnedSoFar(paid)).toBe(`${earned} ${amount} the next settlement.`);
  expect(earnedSoFar({ ...paid, contestedMicros })).toBe(
    `${earned} ${amount} a decision on contested views.`,
  );
  expect(earnedSoFar({ ...paid, budgetSpent })).toBe(`${earned} ${amount} budget, which is used up.`);
  expect(earnedSoFar({ ...paid, contestedMicros, budgetSpent, worthMicros: centsToMicros(157) })).toBe(
    `${earned} ${amount} budget, which is used up, ${amount} a decision on contested views, $0.01 waits for the next settlement.`,
  );
});
