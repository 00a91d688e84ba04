import { matchRoutes, type RouteObject } from 'react-router';
import { adminViewNames } from '#contract/admin/admin-views.ts';
import { theSession } from './connected.tsx';
import { area } from './lazy-area.ts';
import { lazyPage, loadPages } from './lazy-page.tsx';

const authPages: RouteObject[] = [
  { path: '/auth', element: lazyPage(async () => (await import('./auth/auth-page.tsx')).AuthPage) },
  {
    path: '/dashboard',
    element: lazyPage(async () => (await import('./auth/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/username-setup',
    element: lazyPage(async () => (await import('./auth/username-setup-page.tsx')).UsernameSetupPage),
  },
  {
    path: '/verify-email',
    element: lazyPage(async () => (await import('./auth/verify-email-page.tsx')).VerifyEmailPage),
  },
  {
    path: '/forgot-password',
    element: lazyPage(async () => (await import('./auth/forgot-password-page.tsx')).ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    element: lazyPage(async () => (await import('./auth/reset-password-page.tsx')).ResetPasswordPage),
  },
  {
    path: '/unsubscribe',
    element: lazyPage(async () => (await import('./auth/unsubscribe-page.tsx')).UnsubscribePage),
  },
];

const hostPages: RouteObject[] = [
  {
    path: '/host/statements/:month',
    element: lazyPage(async () => (await import('./host/statement-page.tsx')).HostStatementPage),
  },
  {
    path: '/host/dashboard',
    element: lazyPage(async () => (await import('./host/overview-page.tsx')).OverviewPage),
  },
  {
    path: '/host/create',
    element: lazyPage(async () => (await import('./host/create-page.tsx')).CreatePage),
  },
  {
    path: '/host/listings',
    element: lazyPage(async () => (await import('./host/listings-page.tsx')).ListingsPage),
  },
  {
    path: '/host/listings/:id/edit',
    element: lazyPage(async () => (await import('./host/edit-page.tsx')).EditPage),
  },
  {
    path: '/host/submissions',
    element: lazyPage(async () => (await import('./host/submissions-page.tsx')).SubmissionsPage),
  },
  {
    path: '/host/settings',
    element: lazyPage(async () => (await import('./host/settings-page.tsx')).SettingsPage),
  },
  {
    path: '/host/budget',
    element: lazyPage(async () => (await import('./host/budget-page.tsx')).BudgetPage),
  },
];

const clipperPages: RouteObject[] = [
  {
    path: '/clipper/statements/:month',
    element: lazyPage(async () => (await import('./clipper/statement-page.tsx')).ClipperStatementPage),
  },
  {
    path: '/clipper/dashboard',
    element: lazyPage(async () => (await import('./clipper/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/clipper/earnings',
    element: lazyPage(async () => (await import('./clipper/earnings-page.tsx')).EarningsPage),
  },
  {
    path: '/clipper/explore',
    element: lazyPage(async () => (await import('./explore-listings.tsx')).ExploreListings),
  },
  {
    path: '/clipper/submit',
    element: lazyPage(async () => (await import('./clipper/submit-page.tsx')).SubmitPage),
  },
  {
    path: '/clipper/submissions',
    element: lazyPage(async () => (await import('./clipper/submissions-page.tsx')).SubmissionsPage),
  },
  {
    path: '/clipper/settings',
    element: lazyPage(async () => (await import('./clipper/settings-page.tsx')).SettingsPage),
  },
];

const formerClipPage = lazyPage(async () => (await import('./clip-page.tsx')).FormerClipPage);

const clipPage: RouteObject = {
  path: '/clips/:id',
  element: lazyPage(async () => {
    const [{ ClipPage, loadFor }, session] = await Promise.all([import('./clip-page.tsx'), theSession()]);
    await loadFor(session?.user?.role);
    return ClipPage;
  }),
};

/** Addresses that notifications and mails of the first releases contain. */
const formerClipPages: RouteObject[] = [
  { path: '/host/submissions/:id', element: formerClipPage },
  { path: '/clipper/submissions/:id', element: formerClipPage },
  { path: '/admin/submissions/:id', element: formerClipPage },
];

const adminView = lazyPage(async () => (await import('./admin/view-page.tsx')).ViewPage);

const adminPages: RouteObject[] = [
  { path: '/admin', element: lazyPage(async () => (await import('./admin/inbox-page.tsx')).InboxPage) },
  {
    path: '/admin/people/:id',
    element: lazyPage(async () => (await import('./admin/person-page.tsx')).PersonPage),
  },
  {
    path: '/admin/listings/:id',
    element: lazyPage(async () => (await import('./admin/listing-page.tsx')).ListingPage),
  },
  {
    path: '/admin/cohorts/:id',
    element: lazyPage(async () => (await import('./admin/cohort-page.tsx')).CohortPage),
  },
  {
    path: '/admin/payouts/:id',
    element: lazyPage(async () => (await import('./admin/payout-page.tsx')).PayoutPage),
  },
  {
    path: '/admin/deposits/:id',
    element: lazyPage(async () => (await import('./admin/deposit-page.tsx')).DepositPage),
  },
  {
    path: '/admin/suspense/:id',
    element: lazyPage(async () => (await import('./admin/suspense-item-page.tsx')).SuspenseItemPage),
  },
  {
    path: '/admin/debts/:id',
    element: lazyPage(async () => (await import('./admin/debt-page.tsx')).DebtPage),
  },
  ...adminViewNames.map((name) => ({ path: `/admin/${name}`, element: adminView })),
  {
    path: '/admin/trial-balance',
    element: lazyPage(async () => (await import('./admin/trial-balance-page.tsx')).TrialBalancePage),
  },
  {
    path: '/admin/security',
    element: lazyPage(async () => (await import('./admin/security-page.tsx')).SecurityPage),
  },
];

/** All addresses that are not public, with their pages. */
export const memberTable: RouteObject[] = [
  ...authPages,
  ...formerClipPages,
  {
    path: '/clipper/studio/:listing',
    element: lazyPage(async () => (await import('./clipper/studio-page.tsx')).StudioPage),
  },
  { element: area, children: [clipPage, ...hostPages, ...clipperPages, ...adminPages] },
];

/** Fetches the page of an address that is not public, and the session. */
export async function loadMemberPage(pathname: string): Promise<void> {
  void theSession();
  await loadPages(matchRoutes(memberTable, pathname));
}
