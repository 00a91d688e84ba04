import { expect, test } from 'vitest';
import { modulesOf } from './page-modules.mjs';

test.each([
  ['/pricing', 'routes/public/pricing-page.tsx'],
  ['/@:username', 'routes/public/profile-page.tsx'],
  ['/dashboard', 'routes/auth/dashboard-page.tsx'],
  ['/host/dashboard', 'routes/host/overview-page.tsx'],
  ['/host/listings/:id/edit', 'routes/host/edit-page.tsx'],
  ['/clips/:id', 'routes/clip-page.tsx'],
  ['/clipper/studio', 'routes/clipper/cuts-page.tsx'],
  ['/clipper/studio/:listing', 'routes/clipper/studio-page.tsx'],
  ['/admin/payouts/:id', 'routes/admin/payout-page.tsx'],
  ['/admin/payouts', 'routes/admin/view-page.tsx'],
  ['/host/settings', 'routes/host/settings-page.tsx'],
  ['/clipper/settings/payouts', 'routes/clipper/settings-page.tsx'],
])('the document at %s preloads the page’s script', (pattern, page) => {
  expect(modulesOf(pattern).at(-1)).toBe(page);
});

test('a build fails for a URL without a known page', () => {
  expect(() => modulesOf('/host/new')).toThrow('web/routes has no page at /host/new');
});
