import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings/listings.ts';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { ExploreCard } from './features/listings/explore-card.tsx';
import { ExploreList } from './features/listings/explore-list.tsx';
import type { Viewer } from './features/listings/listing-offer.tsx';
import { ListingView } from './features/listings/listing-view.tsx';
import { answer, rendered, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const at = new Date('2026-11-02T10:00:00Z');
const noData = {
  medianHoursToDecide: null,
  approvedShare: null,
  rejections: null,
  paidShare: null,
  rejectReasons: [],
  holds: null,
};

test('the pre-rendered page of Explore can be hydrated with any query, because it shows no filter of one', async () => {
  const explore = async (query: string) => (await rendered(<ExploreList />, [], `/explore${query}`)).html;
  expect(await explore('?platform=tiktok&search=run&sort=rate&minRateCents=120')).toBe(await explore(''));
});

const maxPayoutMicros = micros(50_000_000n);
const budget = {
  fundedMicros: micros(300_000_000n),
  paidMicros: micros(0n),
  reservedMicros: micros(0n),
  freeMicros: micros(300_000_000n),
  returnedMicros: micros(0n),
  takenBackMicros: micros(0n),
};
const listing = {
  ...budget,
  id,
  title: 'Harbor at night',
  host: {
    username: 'harbor',
    avatarUrl: null,
    isVerified: true,
    ...noData,
  },
  platforms: ['tiktok' as const],
  language: 'any',
  rateCentsPerMille: 200,
  lastWeekMicros: micros(100_000_000n),
  maxPayoutMicros,
  minViews: 0,
  countedViews: 'all' as const,
  countedCountries: [],
  decisionHours: 24,
  createdAt: at,
  sourceKind: 'link' as const,
  sourceDurationMs: null,
  sourcePosterUrl: null,
  comparesClips: true,
  category: 'gaming' as const,
  paidClips: 0,
  typicalMicros: null,
  competingClips: 0,
  expectedMicros: micros(2_500_000n),
  opensInStudio: false,
};

const rules = {
  minViews: 0,
  countedViews: 'all' as const,
  countedCountries: [],
  maxPayoutMicros,
  clipsPerClipper: 5,
  trackingDays: 30,
  decisionHours: 24,
  requiredTags: [],
  disclosureRequired: true,
  minSeconds: null,
  maxSeconds: null,
  language: 'any',
};
const source = {
  kind: 'link' as const,
  url: 'https://f.example/',
  fileName: null,
  sizeBytes: null,
  durationMs: null,
  mayWatch: true,
  posterUrl: null,
  storyboard: null,
  light: null,
  unplayable: [],
  pins: [],
};
const pageOf = (allocation: 'first_approved' | 'reserved', more: Partial<ListingPage> = {}) =>
  answer(
    routes.showListing,
    { params: { id } },
    {
      ...listing,
      state: 'active',
      isBudgetUsedUp: false,
      version: 1,
      description: '',
      instructions: '',
      rules: { ...rules, allocation },
      budget,
      source,
      endsAt: null,
      isOwn: false,
      ...more,
    },
  );

test('a listing shows the pay for 50,000 views, and whether the budget could run out first', async () => {
  const shown = async (allocation: 'first_approved' | 'reserved') =>
    (await rendered(<ListingView id={id} viewer={null} />, [pageOf(allocation)])).text;
  expect(await shown('first_approved')).toContain(
    'At 50,000 views you’d earn up to $50.00 . Earlier-approved clips are paid first',
  );
  expect(await shown('reserved')).toContain('you’d earn $50.00 . Your maximum is reserved');
});

test('a clipper first cuts a listing that the studio opens, and first submits to any other', async () => {
  const [, session] = signedIn('clipper');
  const viewer = (session as { user: Viewer }).user;
  const actions = async (more: Partial<ListingPage>) => {
    const { html } = await rendered(<ListingView id={id} viewer={viewer} />, [
      pageOf('first_approved', more),
    ]);
    return [...html.matchAll(/href="(\/clipper\/(?:studio|submit)[^"]*)"/g)].map(([, to]) => to);
  };
  const [studio, submit] = [`/clipper/studio/${id}`, `/clipper/submit?listing=${id}`];
  const upload = { ...source, kind: 'upload' as const, url: '/media/1' };
  expect(await actions({ opensInStudio: true, source: upload })).toEqual([studio, submit]);
  expect(await actions({ opensInStudio: false, source: upload })).toEqual([submit, studio]);
  expect(await actions({})).toEqual([submit, studio]);
  const blocked = { ...upload, mayWatch: false };
  expect(await actions({ opensInStudio: true, source: blocked })).toEqual([submit]);
  expect(await actions({ opensInStudio: true, source: upload, state: 'ended' })).toEqual([]);
});

test('a card of Explore shows what a typical clip earned, what to expect, and the share of its own budget that is left', async () => {
  const card = (await rendered(<ExploreCard listing={listing} />, [])).text;
  expect(card).toContain('$2.00 per 1,000 views $1.00 effective if your clip gets 50,000 views');
  expect(card).toContain('About 21 days left at the current pace');
  expect(card).toMatch(
    /Typical clip earned No clip paid yet Expect about \$2.50 None competing 100% of budget left/,
  );
  expect(card).toMatch(/Gaming Posted \d+ \w+ Harbor at night @harbor · New host/);
  expect(card).not.toContain('Studio ready');
  const busy = {
    ...listing,
    ...{ paidClips: 14, typicalMicros: micros(41_200_000n), competingClips: 12 },
    ...{ expectedMicros: micros(38_440_000n), opensInStudio: true, freeMicros: micros(111_000_000n) },
  };
  expect((await rendered(<ExploreCard listing={busy} />, [])).text).toMatch(
    /Studio ready · MP4 .*\$41.20 14 clips paid Expect about \$38 12 competing 37% of budget left \$111.00 of \$300.00/,
  );
  const cut = await rendered(<ExploreCard listing={busy} offersCut />, []);
  expect(cut.html).toContain(`aria-label="Cut a clip of Harbor at night"`);
  expect(cut.html).toContain(`href="/clipper/studio/${listing.id}"`);
  expect((await rendered(<ExploreCard listing={listing} offersCut />, [])).text).not.toContain('Cut a clip');
  const pictured = { ...listing, sourcePosterUrl: '/media/1/poster' };
  const { html } = await rendered(<ExploreCard listing={pictured} />, []);
  expect(html).toContain('src="/media/1/poster" alt="" loading="lazy"');
});
