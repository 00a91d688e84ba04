import { expect, test } from 'vitest';
import { logData } from './log-data.ts';

test('the audit log shows amounts in dollars, with names of fields as words', () => {
  const data = {
    amountMicros: '26100000',
    rail: 'bank',
    isFrozen: true,
    reason: null,
    tiers: [{ provenClips: 0, limitMicros: '25000000' }],
  };
  expect(logData(JSON.stringify(data))).toBe(
    'Amount $26.10, Rail bank, Is frozen yes, Reason none, Tiers [(Proven clips 0, Limit $25.00)]',
  );
});

test('the audit log shows views with separators and times as pages write them', () => {
  const data = { views: 78176, eligibleViews: '26100000', usableAt: '2026-12-01T04:35:13.367Z' };
  expect(logData(JSON.stringify(data))).toBe(
    'Views 78,176, Eligible views 26,100,000, Usable at Tue 1 Dec 2026, 04:35 UTC',
  );
});

test('a number that is neither an amount nor views stays as it is', () => {
  expect(logData('{"reference":"26100000","score":64}')).toBe('Reference 26100000, Score 64');
});
