import { useState } from 'react';
import { matchRoutes, type RouteObject, useLocation } from 'react-router';
import { useHydrated } from '#web/ui/hydration.ts';
import { lazyPage, loadElement, loadPages } from './lazy-page.tsx';

/** Static pages, for which the browser loads only the page itself. */
const staticPages: RouteObject[] = [
  { path: '/', element: lazyPage(async () => (await import('./public/landing-page.tsx')).LandingPage) },
  {
    path: '/platform',
    element: lazyPage(async () => (await import('./public/platform-page.tsx')).PlatformPage),
  },
  {
    path: '/how-it-works',
    element: lazyPage(async () => (await import('./public/how-it-works-page.tsx')).HowItWorksPage),
  },
  {
    path: '/pricing',
    element: lazyPage(async () => (await import('./public/pricing-page.tsx')).PricingPage),
  },
  {
    path: '/success-stories',
    element: lazyPage(async () => (await import('./public/success-stories-page.tsx')).SuccessStoriesPage),
  },
  {
    path: '/help-center',
    element: lazyPage(async () => (await import('./public/help-center-page.tsx')).HelpCenterPage),
  },
  {
    path: '/community',
    element: lazyPage(async () => (await import('./public/community-page.tsx')).CommunityPage),
  },
  { path: '/terms', element: lazyPage(async () => (await import('./public/terms-page.tsx')).TermsPage) },
  {
    path: '/privacy',
    element: lazyPage(async () => (await import('./public/privacy-page.tsx')).PrivacyPage),
  },
];

const connectedPages: RouteObject[] = [
  {
    path: '/support',
    element: lazyPage(async () => (await import('./public/support-page.tsx')).SupportPage),
  },
  {
    path: '/contact',
    element: lazyPage(async () => (await import('./public/contact-page.tsx')).ContactPage),
  },
  {
    path: '/cookies',
    element: lazyPage(async () => (await import('./public/cookies-page.tsx')).CookiesPage),
  },
  {
    path: '/takedown',
    element: lazyPage(async () => (await import('./public/takedown-page.tsx')).TakedownPage),
  },
];

/** What visitors read in the public layout, and hosts and clippers in their own. */
const readPages: RouteObject[] = [
  {
    path: '/explore',
    element: lazyPage(async () => (await import('./public/explore-page.tsx')).ExplorePage),
  },
  {
    path: '/listings/:id',
    element: lazyPage(async () => (await import('./public/listing-page.tsx')).ListingPage),
  },
];

const connected = lazyPage(async () => (await import('./connected.tsx')).Connected);

const readingArea = lazyPage(async () => (await import('./reading-area.tsx')).ReadingArea);

/** Public pages in the public layout, in the order of the sitemap. */
const laidOutPages: RouteObject[] = [...staticPages, { element: connected, children: connectedPages }];
/** Those that find their layout themselves. */
const readingPages: RouteObject = {
  element: connected,
  children: [{ element: readingArea, children: readPages }],
};

/** Every public page. */
export const publicPages: RouteObject[] = [...laidOutPages, readingPages];

const profilePage = lazyPage(async () => (await import('./public/profile-page.tsx')).ProfilePage);
const notFoundPage = lazyPage(async () => (await import('./public/not-found-page.tsx')).NotFoundPage);

const memberPages = lazyPage(async () => (await import('./member-table.tsx')).MemberPages);

const memberAreas =
  /^\/(?:auth|dashboard|username-setup|verify-email|forgot-password|reset-password|clips|host|clipper|admin)(?:\/|$)/;

/** Whether an address belongs to the pages that are not public: their table is long, and a first visit does without. */
export const isMemberPage = (pathname: string): boolean => memberAreas.test(pathname);

/** A page of members, /@username, or nothing: the router can't match half a segment. */
function Elsewhere() {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  // Only the sign-up and the 404 page arrive as HTML here. The table is not asked about the 404 page's address, or what is taken
  // over would be another page.
  const [unknown] = useState(hydrated || isSignUp(pathname) ? null : pathname);
  if (isMemberPage(pathname) && pathname !== unknown) return memberPages;
  return isProfile(pathname) ? profilePage : notFoundPage;
}

const isSignUp = (pathname: string): boolean => /^\/auth\/?$/.test(pathname);

const isProfile = (pathname: string): boolean => /^\/@[^/]+\/?$/.test(pathname);

/** Fetches what an address shows before it is drawn, so that it comes in one go. */
export async function loadPage(pathname: string): Promise<void> {
  if (isMemberPage(pathname)) {
    const { loadMemberPage } = await import('./member-table.tsx');
    await Promise.all([loadElement(memberPages), loadMemberPage(pathname)]);
  } else if (isProfile(pathname)) await loadElement(profilePage);
  else await loadPages(matchRoutes(routeTable, pathname));
}

/** The public addresses and the pages behind them. Any other address is the 404 page. */
export const routeTable: RouteObject[] = [
  { element: lazyPage(async () => (await import('./public/area.tsx')).PublicArea), children: laidOutPages },
  readingPages,
  { path: '*', element: <Elsewhere /> },
];
