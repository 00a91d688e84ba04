import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { settingsPath, settingsSections } from '#contract/accounts/settings-path.ts';
import { adminViewNames } from '#contract/admin/admin-views.ts';
import { lazyPage, page } from './lazy-page.tsx';

const authPages: RouteObject[] = [
  page('/auth', () => import('./auth/auth-page.tsx'), 'AuthPage'),
  page('/dashboard', () => import('./auth/dashboard-page.tsx'), 'DashboardPage'),
  page('/username-setup', () => import('./auth/username-setup-page.tsx'), 'UsernameSetupPage'),
  page('/verify-email', () => import('./auth/verify-email-page.tsx'), 'VerifyEmailPage'),
  page('/forgot-password', () => import('./auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  page('/reset-password', () => import('./auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  page('/unsubscribe', () => import('./auth/unsubscribe-page.tsx'), 'UnsubscribePage'),
];

const hostSettings = lazyPage(() => import('./host/settings-page.tsx'), 'SettingsPage');
const clipperSettings = lazyPage(() => import('./clipper/settings-page.tsx'), 'SettingsPage');

/** Returns a route for each section. All have one element, so the page stays when the section changes. */
const settingsPages = (role: MemberRole, element: ReactNode): RouteObject[] =>
  settingsSections[role].map((section) => ({ path: settingsPath(role, section), element }));

const hostPages: RouteObject[] = [
  page('/host/statements/:month', () => import('./host/statement-page.tsx'), 'HostStatementPage'),
  page('/host/dashboard', () => import('./host/overview-page.tsx'), 'OverviewPage'),
  page('/host/create', () => import('./host/create-page.tsx'), 'CreatePage'),
  page('/host/listings', () => import('./host/listings-page.tsx'), 'ListingsPage'),
  page('/host/listings/compare', () => import('./host/compare-page.tsx'), 'ComparePage'),
  page('/host/listings/:id', () => import('./host/listing-page.tsx'), 'ListingPage'),
  page('/host/listings/:id/edit', () => import('./host/edit-page.tsx'), 'EditPage'),
  page('/host/submissions', () => import('./host/submissions-page.tsx'), 'SubmissionsPage'),
  ...settingsPages('host', hostSettings),
  page('/host/budget', () => import('./host/budget-page.tsx'), 'BudgetPage'),
];

const clipperPages: RouteObject[] = [
  page('/clipper/statements/:month', () => import('./clipper/statement-page.tsx'), 'ClipperStatementPage'),
  page('/clipper/dashboard', () => import('./clipper/dashboard-page.tsx'), 'DashboardPage'),
  page('/clipper/earnings', () => import('./clipper/earnings-page.tsx'), 'EarningsPage'),
  page('/clipper/explore', () => import('./explore-listings.tsx'), 'ExploreListings'),
  page('/clipper/studio', () => import('./clipper/cuts-page.tsx'), 'CutsPage'),
  page('/clipper/submit', () => import('./clipper/submit-page.tsx'), 'SubmitPage'),
  page('/clipper/submissions', () => import('./clipper/submissions-page.tsx'), 'SubmissionsPage'),
  ...settingsPages('clipper', clipperSettings),
];

const clipPage = page(
  '/clips/:id',
  async () => {
    const part = await import('./clip-page.tsx');
    await part.loadParts();
    return part;
  },
  'ClipPage',
);

/** Addresses that notifications and mails of the first releases contain. */
const formerClipPages: RouteObject[] = [
  page('/host/submissions/:id', () => import('./clip-page.tsx'), 'FormerClipPage'),
  page('/clipper/submissions/:id', () => import('./clip-page.tsx'), 'FormerClipPage'),
  page('/admin/submissions/:id', () => import('./clip-page.tsx'), 'FormerClipPage'),
];

const adminView = lazyPage(() => import('./admin/view-page.tsx'), 'ViewPage');

const adminPages: RouteObject[] = [
  page('/admin', () => import('./admin/inbox-page.tsx'), 'InboxPage'),
  page('/admin/people/:id', () => import('./admin/person-page.tsx'), 'PersonPage'),
  page('/admin/listings/:id', () => import('./admin/listing-page.tsx'), 'ListingPage'),
  page('/admin/cohorts/:id', () => import('./admin/cohort-page.tsx'), 'CohortPage'),
  page('/admin/payouts/:id', () => import('./admin/payout-page.tsx'), 'PayoutPage'),
  page('/admin/deposits/:id', () => import('./admin/deposit-page.tsx'), 'DepositPage'),
  page('/admin/suspense/:id', () => import('./admin/suspense-item-page.tsx'), 'SuspenseItemPage'),
  page('/admin/debts/:id', () => import('./admin/debt-page.tsx'), 'DebtPage'),
  ...adminViewNames.map((name) => ({ path: `/admin/${name}`, element: adminView })),
  page('/admin/trial-balance', () => import('./admin/trial-balance-page.tsx'), 'TrialBalancePage'),
  page('/admin/security', () => import('./admin/security-page.tsx'), 'SecurityPage'),
];

/** Pages in the layout of a role. */
export const memberPages: RouteObject[] = [clipPage, ...hostPages, ...clipperPages, ...adminPages];

/** Pages outside the layout of a role, and paths that only redirect. */
export const unframedPages: RouteObject[] = [
  ...authPages,
  page('/shared-results', () => import('./shared-results-page.tsx'), 'SharedResultsPage'),
  ...formerClipPages,
  page('/clipper/studio/:listing', () => import('./clipper/studio-page.tsx'), 'StudioPage'),
];
