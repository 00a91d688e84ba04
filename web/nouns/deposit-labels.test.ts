import { expect, test } from 'vitest';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import { detailOf, standingOf } from './deposit-labels.ts';

const row = {
  state: 'confirmed',
  rail: 'stripe',
  pending: false,
  payable: false,
  frozen: false,
  refundState: null,
  refundMicros: null,
  amountMicros: centsToMicros(10_000),
  refundedMicros: ZERO_MICROS,
  failure: null,
  refundFailure: null,
  dispute: null,
} as const;

test('a deposit’s status is one short label', () => {
  const text = (more: object) => standingOf({ ...row, ...more }).text;
  expect(text({})).toBe('Completed');
  expect(text({ state: 'created', payable: true })).toBe('Not paid yet');
  expect(text({ state: 'created' })).toBe('Being checked');
  expect(text({ state: 'created', pending: true })).toBe('Processing');
  expect(text({ state: 'created', rail: 'bank' })).toBe('Awaiting transfer');
  expect(text({ state: 'disputed', frozen: true })).toBe('In dispute');
  expect(text({ frozen: true })).toBe('Frozen');
  expect(text({ refundState: 'refunded', refundedMicros: centsToMicros(4_000) })).toBe('Refunded in part');
  expect(text({ refundState: 'refunded', refundedMicros: centsToMicros(10_000) })).toBe('Refunded');
});

test('a dispute says what the cardholder claimed', () => {
  const dispute = (reason: string) => ({
    id: 'dp_1',
    reason,
    amountMicros: centsToMicros(10_000),
    openedAt: new Date('2026-11-02T10:00:00Z'),
    evidenceDueAt: null,
    hasEvidence: false,
    outcome: null,
    closedAt: null,
  });
  const text = (reason: string) => detailOf({ ...row, state: 'disputed', dispute: dispute(reason) });
  expect(text('fraudulent')).toBe(
    'The owner of the card or account says that they did not make this payment.',
  );
  expect(text('general')).toContain('asked the bank to take this payment back');
  expect(detailOf({ ...row, dispute: dispute('fraudulent') })).toBeNull();
});

test('a sentence explains what the label leaves open', () => {
  expect(detailOf(row)).toBeNull();
  expect(detailOf({ ...row, state: 'failed', failure: 'Nothing was charged.' })).toBe('Nothing was charged.');
  expect(detailOf({ ...row, refundState: 'refund_failed', refundMicros: centsToMicros(100) })).toContain(
    'again',
  );
  expect(detailOf({ ...row, refundState: 'refunding', refundMicros: centsToMicros(100) })).toBe('$1.00');
});
