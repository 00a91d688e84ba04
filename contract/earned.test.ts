import { expect, test } from 'vitest';
import { earnedSoFar, worthOf } from './earned.ts';
import { centsToMicros, ZERO_MICROS } from './money.ts';

const terms = { rateCentsPerMille: 200, minViews: 0, maxPayoutMicros: null };

test('views are worth whole views from the minimum up to the maximum', () => {
  expect(worthOf(640, terms)).toBe(centsToMicros(128));
  expect(worthOf(640, { ...terms, minViews: 1_000 })).toBe(ZERO_MICROS);
  expect(worthOf(50_000, { ...terms, maxPayoutMicros: centsToMicros(3_000) })).toBe(centsToMicros(3_000));
});

test('nothing is called earned before its clip is approved', () => {
  const clip = {
    earnedMicros: ZERO_MICROS,
    worthMicros: centsToMicros(128),
    budgetSpentAt: null,
    contestedMicros: ZERO_MICROS,
  };
  expect(earnedSoFar({ ...clip, status: 'pending' })).toBe(
    'Earned so far: $0.00. Today’s count earns $1.28 once the clip is approved.',
  );
  expect(earnedSoFar({ ...clip, status: 'rejected' })).toBe('Earned so far: $0.00.');
  const paid = { ...clip, earnedMicros: centsToMicros(100) };
  expect(earnedSoFar({ ...paid, status: 'approved' })).toContain(
    '$0.28 of today’s count waits for the next settlement',
  );
  expect(earnedSoFar({ ...paid, contestedMicros: centsToMicros(28), status: 'approved' })).toContain(
    '$0.28 of today’s count waits for a decision: it is contested.',
  );
  const budgetSpentAt = new Date('2026-02-02T08:00:00Z');
  expect(earnedSoFar({ ...paid, budgetSpentAt, status: 'approved' })).toContain(
    '$0.28 of today’s count waits for budget: the listing’s is spent.',
  );
});
