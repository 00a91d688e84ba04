import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { keyOf } from './api/query.ts';
import { Transactions } from './features/deposits/transactions.tsx';
import { pendingClips } from './features/submissions/decisions/pending-clips.ts';
import { paidPart, testClipRow } from './testing/clip-row.ts';
import { type Answer, answer, answerPage, rendered, screen, signedIn } from './testing/screen.tsx';

const none = { rows: [], nextCursor: null };
const zero = micros(0n);
const overviewOf = (part: object = {}): Answer =>
  answer(
    routes.hostOverview,
    {},
    {
      balanceMicros: zero,
      totalBudgetMicros: zero,
      spentMicros: zero,
      reservedMicros: zero,
      freeMicros: zero,
      thisMonthMicros: zero,
      activeListings: 0,
      views: 0,
      pendingClips: 0,
      clipsToDecide: 0,
      ...part,
    },
  );
const demoFigures = overviewOf({
  balanceMicros: micros(2_847_300_000n),
  totalBudgetMicros: micros(4_500_000_000n),
  spentMicros: micros(1_652_700_000n),
  thisMonthMicros: micros(90_000_000n),
  activeListings: 7,
  views: 847_293,
});
const nothingPending: Answer = [[...pendingClips.queryKey], []];

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const shown = await screen(path, [signedIn('host'), ...answers]);
  for (const one of texts) expect(shown.text).toContain(one);
  return shown;
}

test('Overview: balance, Create New Listing, four figures, the empty card, quick actions', async () => {
  await says(
    '/host/dashboard',
    [demoFigures, nothingPending],
    'Create New Listing',
    'Total Budget $4,500.00',
    'Active Listings 7',
    'Views Generated 847,293',
    'Payouts $1,652.70',
    'No submissions to review',
    'Quick Actions Create New Listing Review Submissions Add Funds',
  );
  await says(
    '/host/dashboard',
    [overviewOf(), nothingPending],
    'Balance $0.00',
    'Active Listings 0',
    'No submissions yet',
  );
});

test('Create Listing: every field, the connection, who may post, and a button that looks disabled', async () => {
  const connections = answer(
    routes.listConnections,
    {},
    { rows: [], codes: [], available: ['youtube', 'twitch', 'tiktok'] },
  );
  const { html } = await says(
    '/host/create',
    [overviewOf(), connections],
    'Title',
    'Description',
    'Instructions for clippers',
    'TikTok',
    'YouTube Shorts',
    'Instagram Reels',
    'Source video',
    'Upload MP4',
    'Download link',
    'Payout per 1,000 views',
    'Total budget',
    'Connect Your Platform',
    'Only verified creators may post',
    'Post Listing',
  );
  expect(html).toMatch(/aria-disabled="true"[^>]*>Post Listing/);
});

test('Create Listing without platform keys offers the code in the bio, and shows a waiting one', async () => {
  const code = {
    platform: 'youtube' as const,
    handle: 'tess',
    code: 'permille-abcdefghjk',
    expiresAt: new Date('2026-11-22T12:00:00Z'),
    foundText: null,
    checkedAt: null,
  };
  const connections = (codes: (typeof code)[]) =>
    answer(routes.listConnections, {}, { rows: [], codes, available: [] });
  await says(
    '/host/create',
    [overviewOf(), connections([])],
    'Connect Your Platform',
    'account that your videos come from, by a code in its bio.',
  );
  await says(
    '/host/create',
    [overviewOf(), connections([code])],
    'Put this code into your bio.',
    'permille-abcdefghjk',
  );
});

test('My Listings shows a listing with its state and figures, or says that there is none', async () => {
  const listing = {
    id: testClipRow.listingId,
    title: 'Harbor at night',
    state: 'paused' as const,
    pauseReason: 'host' as const,
    platforms: ['tiktok' as const],
    rateCentsPerMille: 150,
    budget: {
      fundedMicros: micros(300_000_000n),
      paidMicros: micros(120_000_000n),
      reservedMicros: micros(94_000_000n),
      freeMicros: micros(86_000_000n),
      ...{ returnedMicros: zero, takenBackMicros: zero },
    },
    pendingClips: 3,
    clipsToDecide: 3,
    approvedClips: 11,
    views: 80_000,
    verifiedViews: 80_000,
    lastWeekMicros: zero,
    ...{ unpaidClips: 0, isPaymentLost: false },
    createdAt: new Date('2026-11-02T10:00:00Z'),
    sourcePosterUrl: '/media/1/poster',
  };
  const listed = answerPage(routes.hostListings, { query: {} }, { rows: [listing], nextCursor: null });
  const { text, html } = await says(
    '/host/listings',
    [overviewOf(), listed],
    'My Listings',
    'Listing Status Pending Approved Spent Reserved Free Actions',
    'Harbor at night $1.50 per 1,000',
    'Paused 3 11 $120.00 $94.00 $86.00',
  );
  expect(text).not.toContain('No listings yet');
  expect(html).toContain(`href="/host/listings/${listing.id}"`);
  expect(html).toContain('src="/media/1/poster/small"');

  const empty = answerPage(routes.hostListings, { query: {} }, none);
  await says('/host/listings', [overviewOf(), empty], 'My Listings', 'No listings yet', 'Create New Listing');
});

test('Submissions: clipper, listing, views, date, status, link, proof; decisions on Pending rows only', async () => {
  const row = {
    ...testClipRow,
    appeal: null,
    clipperUsername: 'cutter',
    screenshotUrl: 'https://proof.example/1.png',
    ...paidPart,
    isEscalated: false,
    match: { state: 'no_file' as const, lengthDiffers: false },
  };
  const listOf = (status: 'pending' | 'approved' | 'rejected') =>
    answerPage(routes.hostSubmissions, { query: {} }, { rows: [{ ...row, status }], nextCursor: null });
  const pending = await says(
    '/host/submissions?view=all',
    [overviewOf(), nothingPending, listOf('pending')],
    'Clipper Listing Reported views Date submitted Status Clip link Attestation Cost Actions',
    'Screenshot',
  );
  const [cells] = pending.rows;
  expect(cells![0]).toContain('@cutter');
  expect(cells!.slice(1, 5)).toEqual(['Harbor at night', '12,345', '2026-11-02', 'Pending Hold 72']);
  expect(cells![7]).toBe('$91.78 53,995 verified');
  expect(pending.html).toContain('href="https://www.tiktok.com/@cutter/video/7311111111111111111"');
  for (const decision of ['Approve', 'Reject'])
    expect(pending.html).toMatch(new RegExp(`aria-label="${decision} `));
  const handed = { rows: [{ ...row, isEscalated: true }], nextCursor: null };
  const late = answerPage(routes.hostSubmissions, { query: {} }, handed);
  const { html: without } = await says(
    '/host/submissions?view=all',
    [overviewOf(), nothingPending, late],
    'Permille decides',
  );
  expect(without).not.toMatch(/aria-label="(Approve|Reject) /);
  for (const status of ['approved', 'rejected'] as const) {
    const { html } = await says('/host/submissions?view=all', [overviewOf(), nothingPending, listOf(status)]);
    expect(html).not.toMatch(/aria-label="(Approve|Reject) /);
  }
});

test('a history filtered by its address names the listing, and never says that it shows all', async () => {
  const id = '01900000-0000-7000-8000-000000000003';
  const narrowed = (answers: Answer[]) =>
    rendered(<Transactions />, answers, `/host/budget?transactions-listing=${id}`);
  const named: Answer = [keyOf(routes.showListing, { params: { id } }), { title: 'Harbor at night' }];
  expect((await narrowed([named])).html).toContain('value="Harbor at night"');
  const unknown = (await narrowed([])).html;
  expect(unknown).toContain('value="One listing"');
  expect(unknown).not.toContain('value="All listings"');
});

test('Settings: profile, connected platforms, security, danger zone', async () => {
  const connections = answer(
    routes.listConnections,
    {},
    {
      rows: [
        {
          id: '01900000-0000-7000-8000-000000000004',
          platform: 'youtube',
          handle: 'tess',
          displayName: 'Tess',
          state: 'active',
          ...{ foundText: null, analytics: null },
          connectedAt: new Date('2026-11-01T10:00:00Z'),
        },
      ],
      codes: [],
      available: ['youtube', 'twitch'],
    },
  );
  const closing = answer(
    routes.accountClosing,
    {},
    { obstacles: ['A listing is still active.'], paysOutMicros: zero, hasPassword: true },
  );
  const replies = [overviewOf(), connections, closing];
  const profile = await says(
    '/host/settings',
    replies,
    'Change Photo',
    'JPG, PNG up to 2MB',
    'Username',
    'Save',
    'Email Address',
  );
  expect(profile.html).toMatch(/<input(?=[^>]*autoComplete="username")(?=[^>]*value="tess")/);
  expect(profile.html).toMatch(/<input(?=[^>]*readOnly="")(?=[^>]*value="tess@people.example")/i);
  const accounts = await says(
    '/host/settings/accounts',
    replies,
    'Connected Platforms',
    'Twitch Not connected Connect',
  );
  expect(accounts.html).toMatch(/YouTube<\/b>[\s\S]*?Connected</);
  await says(
    '/host/settings/security',
    replies,
    'Security',
    'Current Password',
    'New Password',
    'Confirm Password',
  );
  const privacy = await says(
    '/host/settings/privacy',
    replies,
    'Danger Zone',
    'Delete Account',
    'A listing is still active.',
  );
  expect(privacy.html).toMatch(/<button(?=[^>]*disabled="")[^>]*>Delete Account/);
});
