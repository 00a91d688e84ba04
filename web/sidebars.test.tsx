import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { type Answer, answer, screen, sidebarOf, sidebarText, signedIn } from './testing/screen.tsx';

const zero = micros(0n);
const host = answer(
  routes.hostOverview,
  {},
  {
    balanceMicros: micros(2_847_300_000n),
    totalBudgetMicros: zero,
    spentMicros: zero,
    reservedMicros: zero,
    freeMicros: zero,
    thisMonthMicros: zero,
    activeListings: 7,
    views: 0,
    pendingClips: 0,
    clipsToDecide: 0,
  },
);
const clipper = answer(
  routes.clipperOverview,
  {},
  {
    figures: {
      earnedMicros: micros(847_500_000n),
      availableMicros: micros(30_000_000n),
      pendingMicros: micros(97_800_000n),
      onItsWayMicros: zero,
      contestedMicros: zero,
      paidOutMicros: zero,
      thisMonthMicros: zero,
      owedMicros: zero,
    },
    submitted: 23,
    approved: 20,
    pending: 3,
    successRate: 87,
  },
);

const shell = async (role: 'host' | 'clipper', figures: Answer) =>
  (await screen(`/${role}/dashboard`, [signedIn(role), figures])).html;

test('the host sidebar has the six items, the balance, the account and Sign out', async () => {
  const html = await shell('host', host);
  expect(sidebarOf(html)).toEqual([
    ['/host/dashboard', 'Overview'],
    ['/host/create', 'Create Listing'],
    ['/host/listings', 'My Listings 7'],
    ['/host/submissions', 'Submissions'],
    ['/host/budget', 'Budget'],
    ['/host/settings', 'Settings'],
  ]);
  for (const one of ['Balance $2,847.30', '@tess', 'Host Account']) expect(sidebarText(html)).toContain(one);
  expect(html).toContain('aria-label="Sign out"');
});

test('the clipper sidebar has the six items and the studio, the Earnings figure, the account and Sign out', async () => {
  const html = await shell('clipper', clipper);
  expect(sidebarOf(html)).toEqual([
    ['/clipper/dashboard', 'Overview'],
    ['/clipper/explore', 'Explore Listings'],
    ['/clipper/studio', 'Clip Studio'],
    ['/clipper/submit', 'Submit Clip'],
    ['/clipper/submissions', 'My Submissions 3'],
    ['/clipper/earnings', 'Earnings'],
    ['/clipper/settings', 'Settings'],
  ]);
  // The sidebar shows total earnings rather than the available balance.
  for (const one of ['Earnings $847.50', '@tess', 'Clipper Account'])
    expect(sidebarText(html)).toContain(one);
  expect(html).toContain('aria-label="Sign out"');
});
