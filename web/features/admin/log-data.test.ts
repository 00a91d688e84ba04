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

test('a number that is no amount stays as it is', () => {
  expect(logData('{"views":"26100000"}')).toBe('Views 26100000');
});
