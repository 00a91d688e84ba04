import { expect, test } from 'vitest';
import { nextOfDeposit } from './deposit-next.ts';

const at = new Date('2026-11-02T10:00:00Z');
const row = {
  state: 'confirmed',
  rail: 'stripe',
  pending: false,
  payable: false,
  frozen: false,
  createdAt: at,
  refundState: null,
  refundAskedAt: null,
  dispute: null,
} as const;
const next = (more: object, reader: 'host' | 'admin' = 'host') =>
  nextOfDeposit({ ...row, ...more }, reader, at);

test('a settled deposit has no next event', () => {
  for (const settled of [
    {},
    { state: 'failed' },
    { state: 'charged_back' },
    { refundState: 'refunded', refundAskedAt: at },
    { refundState: 'declined', refundAskedAt: at },
    { refundState: 'refund_failed', refundAskedAt: at },
  ])
    expect(next(settled)).toBeNull();
});

test('an unpaid deposit says who acts, and until when a transfer is expected', () => {
  const unpaid = { state: 'created' };
  expect(next({ ...unpaid, payable: true })?.who).toBe('you');
  expect(next({ ...unpaid, payable: true }, 'admin')?.who).toBe('the host');
  expect(next(unpaid)?.who).toBe('Permille');
  expect(next({ ...unpaid, pending: true })?.who).toBe('your bank');
  expect(next({ ...unpaid, rail: 'bank' })).toEqual({
    what: 'The transfer has to arrive',
    by: new Date('2027-01-01T10:00:00Z'),
    who: 'our team confirms it',
  });
});

test('a refund says for whom it waits, and since when', () => {
  const asked = { refundState: 'requested', refundAskedAt: at };
  expect(next(asked)).toEqual({ what: 'The refund waits for a decision', since: at, who: 'our team' });
  expect(next(asked, 'admin')?.who).toBe('you or another admin');
  expect(next({ refundState: 'refunding', rail: 'bank' })?.who).toBe('our team');
  expect(next({ refundState: 'refunding' })?.who).toBe('the card processor');
});

test('a dispute waits for our evidence until its deadline, then for the bank', () => {
  const by = new Date('2026-11-11T10:00:00Z');
  const dispute = (more: object) => ({
    state: 'disputed',
    dispute: { evidenceDueAt: by, hasEvidence: false, ...more },
  });
  expect(next(dispute({}))).toEqual({ what: 'We submit evidence to the bank', by, who: 'our team' });
  expect(next(dispute({}), 'admin')).toEqual({ what: 'Submit evidence', by, who: 'you or another admin' });
  for (const over of [{ hasEvidence: true }, { evidenceDueAt: null }, { evidenceDueAt: at }])
    expect(next(dispute(over), 'admin')?.who).toBe("the host's bank");
});

test('a disputed payment waits for the bank, then for an admin', () => {
  expect(next({ state: 'disputed', frozen: true })?.who).toBe('your bank');
  expect(next({ state: 'charged_back', frozen: true })?.who).toBe('our team');
  expect(next({ frozen: true, refundState: 'requested', refundAskedAt: at })?.what).toContain('balance');
});
