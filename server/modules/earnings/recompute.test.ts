import { expect, test } from 'vitest';
import { type ReceiptFacts, recompute } from './recompute.ts';

const day = (n: number) => new Date(Date.UTC(2026, 2, n));
const step = (from: bigint, to: bigint, at: Date, state: 'pending' | 'released' = 'pending') => ({
  views_from: from,
  views_to: to,
  amount_micros: (to - from) * 2_000n,
  counted_views: to,
  counted_at: at,
  state,
});

/**
 * A clip with 3,000 counted views. 500 are excluded and 2,500 are paid in two accruals at $2.00 per 1,000.
 */
const honest: ReceiptFacts = {
  snapshots: [
    { fetchedAt: day(1), views: 1_000 },
    { fetchedAt: day(2), views: 3_000 },
  ],
  steps: [step(0n, 1_000n, day(1), 'released'), { ...step(1_000n, 2_500n, day(2)), counted_views: 3_000n }],
  upheld: [{ from: 1_500n, to: 2_000n }],
  hold: null,
  waits: null,
  isOver: false,
  countedAt: day(2),
  countedViews: 3_000n,
  trackedViews: 2_500n,
  eligibleViews: 2_500n,
  stretches: null,
  minViews: 500n,
  isMinimumReached: true,
  maxPayoutMicros: 10_000_000n,
  ratePerView: 2_000n,
  paidViews: 2_500n,
  paidMicros: 5_000_000n,
};
const broken = (facts: Partial<ReceiptFacts>) =>
  recompute({ ...honest, ...facts })
    .filter(({ proven }) => proven === false)
    .map(({ what }) => what);

test('an honest receipt is proven at every link, and partly where snapshots were deleted', () => {
  expect(recompute(honest).map(({ proven }) => proven)).toEqual([true, true, true, true, true]);
  expect(recompute({ ...honest, snapshots: [] }).map(({ proven }) => proven)).toEqual([
    null,
    true,
    true,
    true,
    true,
  ]);
});

test.each<[string, Partial<ReceiptFacts>, string[]]>([
  [
    'a count that is not in its snapshot',
    { countedViews: 3_100n, trackedViews: 2_600n, eligibleViews: 2_600n },
    ['Counted'],
  ],
  ['an exclusion that nobody decided', { upheld: [] }, ['Eligible']],
  ['eligible views that were not counted', { eligibleViews: 2_600n }, ['Eligible']],
  ['more paid than the maximum allows', { maxPayoutMicros: 4_000_000n }, ['Payable']],
  [
    'a gap between steps',
    { steps: [honest.steps[0]!, { ...step(1_100n, 2_500n, day(2)), counted_views: 3_000n }] },
    ['Settled'],
  ],
  [
    'a step above the count of its day',
    { steps: [honest.steps[0]!, { ...honest.steps[1]!, counted_views: 2_400n }] },
    ['Settled'],
  ],
  [
    'a step whose snapshot says another count',
    { snapshots: [{ fetchedAt: day(1), views: 900 }, honest.snapshots[1]!] },
    ['Settled'],
  ],
  [
    'a step that is not views × rate',
    { steps: [{ ...honest.steps[0]!, amount_micros: 1n }, honest.steps[1]!] },
    ['Priced'],
  ],
  ['a sum that is not views × rate', { paidMicros: 5_000_001n }, ['Priced']],
])('a receipt with %s does not recompute', (_what, facts, links) => {
  expect(broken(facts)).toEqual(links);
});
