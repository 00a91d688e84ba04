import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { testClipRow } from './testing/clip-row.ts';
import { type Answer, answer, answerPage, screen, signedIn } from './testing/screen.tsx';

const none = { rows: [], nextCursor: null };
const zero = micros(0n);
const figures = {
  earnedMicros: zero,
  availableMicros: zero,
  pendingMicros: zero,
  onItsWayMicros: zero,
  contestedMicros: zero,
  paidOutMicros: zero,
  thisMonthMicros: zero,
  owedMicros: zero,
};
const newcomer = answer(
  routes.clipperOverview,
  {},
  { figures, submitted: 0, approved: 0, pending: 0, successRate: null },
);
const veteran = answer(
  routes.clipperOverview,
  {},
  {
    figures: {
      ...figures,
      earnedMicros: micros(847_500_000n),
      thisMonthMicros: micros(101_700_000n),
      pendingMicros: micros(97_800_000n),
      availableMicros: micros(30_000_000n),
    },
    submitted: 23,
    approved: 20,
    pending: 3,
    successRate: 87,
  },
);
const payoutAddress = answer(
  routes.payoutAddress,
  {},
  {
    email: null,
    usableAt: null,
    usable: false,
    ageConfirmed: true,
    nextWeeklyRunAt: new Date('2026-11-23T09:00:00Z'),
    country: 'US',
    rail: 'manual',
    paused: false,
  },
);
const leaving = answer(
  routes.leaving,
  {},
  {
    availableMicros: zero,
    canLeaveMicros: zero,
    reasons: [],
    nextRun: {
      at: new Date('2026-11-23T09:00:00Z'),
      amountMicros: zero,
      problem: 'Balances of $10.00 or more are sent; smaller ones carry over.',
    },
  },
);

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const shown = await screen(path, [signedIn('clipper'), ...answers]);
  for (const one of texts) expect(shown.text).toContain(one);
  return shown;
}

test('a newcomer’s dashboard: greeting, four zeros with their hints, both empty states, quick actions', async () => {
  const nothing = [
    answer(routes.clipperSubmissions, { query: {} }, none),
    answer(routes.exploreListings, { query: {} }, none),
  ];
  const { html } = await says(
    '/clipper/dashboard',
    [newcomer, ...nothing],
    'Welcome Back, tess!',
    'Ready to explore new clip opportunities?',
    'Total Earnings $0.00 No approved clips yet',
    'Clips Submitted 0 Submit your first clip',
    'Pending Review 0 No pending submissions',
    'Success Rate 0% Submit clips to see rate',
    'No active listings',
    'No submissions yet',
    'Submit Your First Clip',
    'Quick Actions Submit New Clip View My Submissions Check Earnings',
  );
  expect(html).toContain('<title>Dashboard</title>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html.match(/href="\/clipper\/explore"/g)!.length).toBeGreaterThanOrEqual(3);
  expect(html).toContain('href="/clipper/submit"');
});

test('the dashboard of the demo’s figures says them as specified', async () => {
  await says(
    '/clipper/dashboard',
    [veteran],
    'Total Earnings $847.50 +$ 12% of total this month',
    'Clips Submitted 23 20 approved clips',
    'Pending Review 3',
    'Success Rate 87%',
  );
});

test('one approved clip is one clip', async () => {
  const one = [veteran[0], { ...(veteran[1] as object), approved: 1 }] satisfies Answer;
  await says('/clipper/dashboard', [one], '1 approved clip ');
});

test('Explore says so when there is no listing', async () => {
  const empty = answerPage(routes.exploreListings, { query: { sort: 'newest' } }, none);
  await says(
    '/clipper/explore',
    [newcomer, empty],
    'No listings available',
    'New listings are posted by verified hosts',
  );
});

test('Submit Clip: four fields, three platforms, the notice and the guidelines', async () => {
  const { html } = await says(
    '/clipper/submit',
    [newcomer],
    'TikTok',
    'YouTube Shorts',
    'Instagram Reels',
    'View Verification',
    'AI analysis plus human verification',
    'Submission Guidelines',
    'Match the listing requirements',
    'Give an accurate view count',
    'Clips are typically reviewed within 24 hours. A listing may give its host 48 or 72 hours',
    'Payment is processed after approval',
  );
  const labels = [...html.matchAll(/<label[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(labels).toEqual(
    expect.arrayContaining(['Clip URL', 'Select Listing', 'Platform', 'Reported Views']),
  );
});

test('My Submissions: four cards, the filter, and the empty text of the demo and of everyone else', async () => {
  const empty = answerPage(routes.clipperSubmissions, { query: {} }, none);
  const own = await says(
    '/clipper/submissions',
    [veteran, empty],
    'Total Submissions 23',
    'Approved 20',
    'Pending 3',
    'Success Rate 87%',
    'All Status Approved Pending Rejected',
    'No submissions yet. Start creating clips to see them here!',
  );
  expect(own.text).not.toContain('No submissions found');
  expect(own.html).toMatch(/href="\/clipper\/studio"[^>]*>(?:<svg.*?<\/svg>)?Cut a clip/);
  const demo = await screen('/clipper/submissions', [signedIn('clipper', { isDemo: true }), veteran, empty]);
  expect(demo.text).toContain('No submissions found');
});

test('a submission’s row: listing, link in a new tab, views with separators, status, date, payout or "-"', async () => {
  const row = { ...testClipRow, hostUsername: 'harbor', appeal: null, appealUntil: null, canResubmit: false };
  const rows = [
    { ...row, status: 'approved' as const, payoutMicros: micros(30_000_000n) },
    { ...row, id: row.listingId, status: 'pending' as const, payoutMicros: zero },
  ];
  const list = answerPage(routes.clipperSubmissions, { query: {} }, { rows, nextCursor: null });
  const { html, rows: shown } = await says(
    '/clipper/submissions',
    [veteran, list],
    'Listing Clip Link Views Status Date Payout',
  );
  expect(shown).toHaveLength(2);
  for (const cells of shown) {
    expect(cells[0]).toContain('Harbor at night');
    expect(cells[2]).toBe('1,234,567');
    expect(cells[4]).toBe('2026-11-02');
  }
  expect(shown.map((cells) => [cells[3], cells[5]])).toEqual([
    ['Approved', '$30.00'],
    ['Pending', '-'],
  ]);
  expect(html).toMatch(/href="https:\/\/www\.tiktok\.com[^>]*target="_blank"/);
});

test('Earnings: four cards with their hints, the withdrawal’s minimum, the empty panels', async () => {
  const pendingRows = answer(routes.clipperPending, {}, { rows: [] });
  const series = answer(routes.clipperSeries, {}, { points: [] });
  const clips = answerPage(routes.clipperEarningRows, { query: {} }, none);
  const payouts = answerPage(routes.clipperPayouts, { query: {} }, none);
  const open = answer(routes.clipperPayouts, { query: {} }, none);
  const empty = [pendingRows, series, clips, payouts, open, payoutAddress, leaving];
  const { html } = await says(
    '/clipper/earnings',
    [newcomer, ...empty],
    'Total Earned $0.00 All time earnings',
    'Approved Clips 0 Clips earning money',
    'Pending Payouts $0.00',
    'This Month $0.00',
    'Withdraw Funds',
    '$5.00 minimum',
    'Processed manually for now',
    'No earnings data',
    'No approved clips yet',
    'No earnings history',
    'Find Opportunities',
  );
  expect(html).toMatch(/href="\/clipper\/explore"[^>]*>Find Opportunities/);
  expect(html).toMatch(/aria-disabled="true"[^>]*>Withdraw Funds/);
  await says('/clipper/earnings', [veteran, ...empty], 'Total Earned $847.50', 'Pending Payouts $127.80');
});

test('Settings: profile, socials, payout, security, danger zone', async () => {
  const connections = answer(
    routes.listConnections,
    {},
    {
      rows: [
        {
          id: '01900000-0000-7000-8000-000000000004',
          platform: 'tiktok',
          handle: 'tess',
          displayName: 'Tess',
          state: 'active',
          foundText: null,
          connectedAt: new Date('2026-11-01T10:00:00Z'),
          analytics: null,
        },
      ],
      codes: [],
      available: ['tiktok', 'youtube', 'instagram'],
    },
  );
  const closing = answer(
    routes.accountClosing,
    {},
    { obstacles: ['A clip is still tracked.'], paysOutMicros: zero, hasPassword: true },
  );
  const replies = [newcomer, connections, payoutAddress, closing];
  const profile = await says(
    '/clipper/settings',
    replies,
    'Profile Information',
    'Change Photo',
    'JPG, PNG up to 2MB',
    'Username',
    'Email Address',
  );
  expect(profile.html).toMatch(/<input(?=[^>]*autoComplete="username")(?=[^>]*value="tess")/);
  expect(profile.html).toMatch(/<input(?=[^>]*readOnly="")(?=[^>]*value="tess@people.example")/i);
  const accounts = await says(
    '/clipper/settings/accounts',
    replies,
    'Connected Socials',
    'reads their views where the platform allows it, otherwise from your screenshots',
    'YouTube Not connected Connect',
    'Permille uses YouTube API Services.',
    'Instagram Not connected Connect',
  );
  for (const address of [
    'https://www.youtube.com/t/terms',
    'https://policies.google.com/privacy',
    'https://security.google.com/settings/security/permissions',
  ]) {
    expect(accounts.html).toContain(`href="${address}"`);
  }
  expect(accounts.html).toMatch(/TikTok<\/b>[\s\S]*?Connected</);
  await says(
    '/clipper/settings/payouts',
    replies,
    'Payout Information',
    'Payment Method',
    'PayPal',
    'Payment Email',
    'Payments are processed weekly',
    'minimum payout is $10',
  );
  await says(
    '/clipper/settings/security',
    replies,
    'Security',
    'Current Password',
    'New Password',
    'Confirm Password',
    'Update Password',
  );
  const privacy = await says(
    '/clipper/settings/privacy',
    replies,
    'Danger Zone',
    'Delete Account',
    'A clip is still tracked.',
  );
  expect(privacy.html).toMatch(/<button(?=[^>]*(?:disabled=""|aria-disabled="true"))[^>]*>Delete Account/);
});
