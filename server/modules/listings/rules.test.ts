import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from './rules.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('shareOut takes the whole amount, or all budgets if they are too small, and never more than a budget holds', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 8 }), (wanted, budgets) => {
      const shares = shareOut(wanted, budgets);
      const total = budgets.reduce((sum, budget) => sum + budget, 0n);
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(wanted < total ? wanted : total);
      for (const [at, share] of shares.entries()) {
        expect(share >= 0n && share <= budgets[at]!).toBe(true);
        // The amount is within one micro-dollar of the exact share.
        if (wanted < total) {
          const exact = (wanted * budgets[at]!) / total;
          expect(share >= exact - 1n && share <= exact + 1n).toBe(true);
        }
      }
    }),
  );
});
