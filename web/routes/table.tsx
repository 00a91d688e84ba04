import type { ComponentType } from 'react';
import { lazy } from 'react';
import { type RouteObject, useLocation } from 'react-router';

/** A page of its own chunk, fetched when its address is first opened. `load` picks the named export. */
const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }));
  return <Page />;
};

/** Pages that only tell something: the browser loads nothing for them but the page. */
const staticPages: RouteObject[] = [
  { path: '/', element: page(async () => (await import('./public/landing-page.tsx')).LandingPage) },
  { path: '/platform', element: page(async () => (await import('./public/platform-page.tsx')).PlatformPage) },
  {
    path: '/how-it-works',
    element: page(async () => (await import('./public/how-it-works-page.tsx')).HowItWorksPage),
  },
  { path: '/pricing', element: page(async () => (await import('./public/pricing-page.tsx')).PricingPage) },
  {
    path: '/success-stories',
    element: page(async () => (await import('./public/success-stories-page.tsx')).SuccessStoriesPage),
  },
  {
    path: '/help-center',
    element: page(async () => (await import('./public/help-center-page.tsx')).HelpCenterPage),
  },
  {
    path: '/community',
    element: page(async () => (await import('./public/community-page.tsx')).CommunityPage),
  },
  { path: '/terms', element: page(async () => (await import('./public/terms-page.tsx')).TermsPage) },
  { path: '/privacy', element: page(async () => (await import('./public/privacy-page.tsx')).PrivacyPage) },
];

const connectedPages: RouteObject[] = [
  { path: '/support', element: page(async () => (await import('./public/support-page.tsx')).SupportPage) },
  { path: '/contact', element: page(async () => (await import('./public/contact-page.tsx')).ContactPage) },
  { path: '/cookies', element: page(async () => (await import('./public/cookies-page.tsx')).CookiesPage) },
  { path: '/takedown', element: page(async () => (await import('./public/takedown-page.tsx')).TakedownPage) },
  {
    path: '/listings/:id',
    element: page(async () => (await import('./public/listing-page.tsx')).ListingPage),
  },
];

const connected = page(async () => (await import('./connected.tsx')).Connected);

/** Public pages, in the order of the sitemap. */
export const publicPages: RouteObject[] = [...staticPages, { element: connected, children: connectedPages }];

const authPages: RouteObject[] = [
  { path: '/auth', element: page(async () => (await import('./auth/auth-page.tsx')).AuthPage) },
  {
    path: '/dashboard',
    element: page(async () => (await import('./auth/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/username-setup',
    element: page(async () => (await import('./auth/username-setup-page.tsx')).UsernameSetupPage),
  },
  {
    path: '/verify-email',
    element: page(async () => (await import('./auth/verify-email-page.tsx')).VerifyEmailPage),
  },
  {
    path: '/forgot-password',
    element: page(async () => (await import('./auth/forgot-password-page.tsx')).ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    element: page(async () => (await import('./auth/reset-password-page.tsx')).ResetPasswordPage),
  },
];

const hostPages: RouteObject[] = [
  {
    path: '/host/statements/:month',
    element: page(async () => (await import('./host/statement-page.tsx')).HostStatementPage),
  },
  {
    path: '/host/submissions/:id',
    element: page(async () => (await import('./host/receipt-page.tsx')).HostReceiptPage),
  },
  {
    path: '/host/dashboard',
    element: page(async () => (await import('./host/overview-page.tsx')).OverviewPage),
  },
  { path: '/host/create', element: page(async () => (await import('./host/create-page.tsx')).CreatePage) },
  {
    path: '/host/listings',
    element: page(async () => (await import('./host/listings-page.tsx')).ListingsPage),
  },
  {
    path: '/host/listings/:id/edit',
    element: page(async () => (await import('./host/edit-page.tsx')).EditPage),
  },
  {
    path: '/host/submissions',
    element: page(async () => (await import('./host/submissions-page.tsx')).SubmissionsPage),
  },
  {
    path: '/host/settings',
    element: page(async () => (await import('./host/settings-page.tsx')).SettingsPage),
  },
  { path: '/host/budget', element: page(async () => (await import('./host/budget-page.tsx')).BudgetPage) },
];

const clipperPages: RouteObject[] = [
  {
    path: '/clipper/statements/:month',
    element: page(async () => (await import('./clipper/statement-page.tsx')).ClipperStatementPage),
  },
  {
    path: '/clipper/dashboard',
    element: page(async () => (await import('./clipper/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/clipper/earnings',
    element: page(async () => (await import('./clipper/earnings-page.tsx')).EarningsPage),
  },
  {
    path: '/clipper/explore',
    element: page(async () => (await import('./clipper/explore-page.tsx')).ExplorePage),
  },
  {
    path: '/clipper/submit',
    element: page(async () => (await import('./clipper/submit-page.tsx')).SubmitPage),
  },
  {
    path: '/clipper/submissions',
    element: page(async () => (await import('./clipper/submissions-page.tsx')).SubmissionsPage),
  },
  {
    path: '/clipper/submissions/:id',
    element: page(async () => (await import('./clipper/receipt-page.tsx')).ReceiptPage),
  },
  {
    path: '/clipper/settings',
    element: page(async () => (await import('./clipper/settings-page.tsx')).SettingsPage),
  },
];

const profilePage = page(async () => (await import('./public/profile-page.tsx')).ProfilePage);
const notFoundPage = page(async () => (await import('./public/not-found-page.tsx')).NotFoundPage);

/** /@username, or nothing: the router can't match half a segment. */
function Unlisted() {
  return /^\/@[^/]+\/?$/.test(useLocation().pathname) ? profilePage : notFoundPage;
}

/** Every address and the page behind it. A page that does not exist yet has no row: it answers with the 404 page. */
export const routeTable: RouteObject[] = [
  { element: page(async () => (await import('./public/area.tsx')).PublicArea), children: publicPages },
  {
    element: connected,
    children: [
      ...authPages,
      { element: page(async () => (await import('./host/area.tsx')).HostArea), children: hostPages },
      { element: page(async () => (await import('./clipper/area.tsx')).ClipperArea), children: clipperPages },
      { path: '/admin', element: page(async () => (await import('./admin/admin-page.tsx')).AdminPage) },
      {
        path: '/admin/trial-balance',
        element: page(async () => (await import('./admin/trial-balance-page.tsx')).TrialBalancePage),
      },
      {
        path: '/admin/security',
        element: page(async () => (await import('./admin/security-page.tsx')).SecurityPage),
      },
      {
        path: '/admin/submissions/:id',
        element: page(async () => (await import('./admin/receipt-page.tsx')).AdminReceiptPage),
      },
    ],
  },
  { path: '*', element: <Unlisted /> },
];
