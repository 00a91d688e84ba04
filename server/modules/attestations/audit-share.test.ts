import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditShare } from './audit-share.ts';

test('audits newcomers more often than people with a good record, and people with a bad record most', () => {
  expect([10, 3, 0].map((good) => auditShare({ good, bad: 0 }))).toEqual([5, 15, 30]);
  expect([1, 2, 3].map((bad) => auditShare({ good: 50, bad }))).toEqual([50, 75, 100]);
});

test('the share never falls with a worse record and never rises with a better one', () => {
  const past = fc.record({ good: fc.nat(40), bad: fc.nat(8) });
  fc.assert(
    fc.property(past, past, (a, b) => {
      const worse = { good: Math.min(a.good, b.good), bad: Math.max(a.bad, b.bad) };
      expect(auditShare(worse)).toBeGreaterThanOrEqual(Math.max(auditShare(a), auditShare(b)));
      expect(auditShare(worse)).toBeLessThanOrEqual(100);
    }),
  );
});
