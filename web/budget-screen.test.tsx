import { expect, test } from 'vitest';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { dailySpec } from './features/deposits/daily-chart.tsx';
import { type Answer, answer, answerPage, screen, signedIn } from './testing/screen.tsx';

const zero = micros(0n);
const overview = answer(
  routes.hostOverview,
  {},
  {
    balanceMicros: micros(2_847_300_000n),
    totalBudgetMicros: micros(4_500_000_000n),
    spentMicros: micros(1_652_700_000n),
    reservedMicros: zero,
    freeMicros: zero,
    thisMonthMicros: micros(90_000_000n),
    activeListings: 7,
    views: 847_293,
    pendingClips: 0,
    clipsToDecide: 0,
  },
);
const deposit = {
  id: 'd1',
  date: new Date('2026-11-02T10:00:00Z'),
  amountMicros: micros(500_000_000n),
  type: 'Deposit' as const,
  listingId: null,
  listingTitle: null,
  status: 'Completed',
  spentMicros: micros(0n),
  balanceMicros: micros(0n),
};
const history = answerPage(routes.hostTransactions, { query: {} }, { rows: [deposit], nextCursor: null });
const harbor: HostListingRow = {
  id: '01900000-0000-7000-8000-000000000003',
  title: 'Harbor at night',
  state: 'paused',
  pauseReason: 'host',
  platforms: ['tiktok'],
  rateCentsPerMille: 150,
  budget: {
    fundedMicros: micros(300_000_000n),
    paidMicros: micros(120_000_000n),
    reservedMicros: micros(94_000_000n),
    freeMicros: micros(86_000_000n),
    returnedMicros: zero,
    takenBackMicros: zero,
  },
  pendingClips: 3,
  approvedClips: 11,
  views: 80_000,
  verifiedViews: 80_000,
  lastWeekMicros: zero,
  unpaidClips: 0,
  isPaymentLost: false,
  createdAt: new Date('2026-11-02T10:00:00Z'),
  sourcePosterUrl: null,
};
const points = [
  { day: '2026-11-01', views: 0, amountMicros: zero },
  { day: '2026-11-02', views: 40_000, amountMicros: micros(60_000_000n) },
];

const budget = async (rows: HostListingRow[], days: typeof points) => {
  const answers: Answer[] = [
    signedIn('host'),
    overview,
    history,
    answer(routes.hostSeries, {}, { points: days }),
    answerPage(routes.hostListings, { query: {} }, { rows, nextCursor: null }),
  ];
  return (await screen('/host/budget', answers)).text;
};

test('Budget: Add Funds, four cards, the columns of the history', async () => {
  const text = await budget([], []);
  for (const one of [
    'Add Funds',
    'Total Budget $4,500.00',
    'Spent Amount $1,652.70',
    'Remaining Balance $2,847.30',
    'This Month $90.00',
    'Transaction history',
    'Date Amount Type Listing Status',
    '2026-11-02 +$500.00 Deposit - Completed',
  ])
    expect(text).toContain(one);
});

test('Budget: the chart appears once something was spent; before that a text says so', async () => {
  const chart = (text: string) => /Spend per day(.*?)Budget by Listing/.exec(text)![1]!;
  const drawn = chart(await budget([], points));
  expect(drawn).toContain('View as table');
  expect(drawn).not.toContain('Nothing to show yet');
  const empty = chart(await budget([], []));
  expect(empty).toContain('Nothing to show yet');
  expect(empty).not.toContain('View as table');
});

test('Budget: the chart has one bar per day, as high as the spending or the verified views', () => {
  const spend = dailySpec('spend', points);
  expect([spend.x, spend.series]).toEqual([
    [Date.parse('2026-11-01'), Date.parse('2026-11-02')],
    [{ name: 'Spend', values: [0, 6_000] }],
  ]);
  expect(spend.series[0]!.values.map(spend.format)).toEqual(['$0.00', '$60.00']);
  const views = dailySpec('views', points);
  expect(views.series).toEqual([{ name: 'Verified views', values: [0, 40_000] }]);
  expect(views.format(40_000)).toBe('40,000 views');
});

test('Budget by Listing shows each listing with the spent part of its budget, or says that there is none', async () => {
  const list = (text: string) => /Budget by Listing(.*?)Transaction history/.exec(text)![1]!;
  const shown = list(await budget([harbor], points));
  expect(shown).toContain('Harbor at night Paused $120.00 of $300.00 spent');
  expect(shown).not.toContain('No listings yet');
  expect(list(await budget([], points))).toContain('No listings yet');
});
