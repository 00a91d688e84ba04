import { use, useState } from 'react';
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { area } from './lazy-area.ts';
import { lazyPage, loadElement, loadPages } from './lazy-page.tsx';

/** Static pages, for which the browser loads no other code than the page. */
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
  { path: '/docs/api', element: lazyPage(async () => (await import('./public/docs/api-page.tsx')).ApiPage) },
  {
    path: '/docs/errors',
    element: lazyPage(async () => (await import('./public/docs/errors-page.tsx')).ErrorsPage),
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
    path: '/verify',
    element: lazyPage(async () => (await import('./public/verify-page.tsx')).VerifyPage),
  },
  {
    path: '/takedown',
    element: lazyPage(async () => (await import('./public/takedown-page.tsx')).TakedownPage),
  },
];

/** Content that visitors read in the public layout, and hosts and clippers in their layouts. */
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

const Connected = lazyPart(async () => (await import('./connected.tsx')).Connected);

const staticPage = lazyPage(async () => (await import('./static-page.tsx')).StaticPage);

/** Pages in the public layout, in the order of the sitemap. */
const laidOutPages: RouteObject[] = [
  { element: staticPage, children: staticPages },
  { element: <Connected />, children: connectedPages },
];

/** Content for everyone, in a layout that depends on the reader. */
export const readTable: RouteObject[] = [{ element: area, children: readPages }];

/** Every public page. */
export const publicPages: RouteObject[] = [...laidOutPages, ...readTable];

const profilePage = lazyPage(async () => (await import('./public/profile-page.tsx')).ProfilePage);
const notFoundPage = lazyPage(async () => (await import('./public/not-found-page.tsx')).NotFoundPage);

const memberAreas =
  /^\/(?:auth|dashboard|username-setup|verify-email|forgot-password|reset-password|unsubscribe|clips|host|clipper|admin)(?:\/|$)/;

/**
 * Whether a path belongs to a page that is not public. The table of these pages is long, so it is not loaded
 * on a first visit.
 */
export const isMemberPage = (pathname: string): boolean => memberAreas.test(pathname);

let memberRows: RouteObject[] | undefined;
let coming: Promise<RouteObject[]> | undefined;

async function loadMemberRows(): Promise<RouteObject[]> {
  const { memberTable } = await import('./member-table.tsx');
  memberRows = [...memberTable, { path: '*', element: notFoundPage }];
  return memberRows;
}

function comingRows(): Promise<RouteObject[]> {
  coming ??= loadMemberRows();
  return coming;
}

function Rows({ members }: { members: boolean }) {
  return useRoutes(members ? (memberRows ?? use(comingRows())) : readTable);
}

const inArea = (members: boolean) => (
  <Connected>
    <Rows members={members} />
  </Connected>
);
// Only the rows differ between these two elements, so that the layout is kept when a reader opens members'
// pages.
const memberPages = inArea(true);
const pagesToRead = inArea(false);

/**
 * Shows a member's page, content for everyone, a /@username, or else that the page was not found. The router
 * itself can't match a part of a segment.
 */
function UnmatchedPage() {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  // Of the pages shown here, only the sign-up, content for everyone and the 404 page arrive as HTML. For a
  // 404 document the table of members' pages is ignored, because hydration must find the page that the server
  // rendered.
  const [unknown] = useState(hydrated || isSignUp(pathname) ? null : pathname);
  if (isMemberPage(pathname) && pathname !== unknown) return memberPages;
  if (matchRoutes(readTable, pathname)) return pagesToRead;
  return isProfile(pathname) ? profilePage : notFoundPage;
}

const isSignUp = (pathname: string): boolean => /^\/auth\/?$/.test(pathname);

const isProfile = (pathname: string): boolean => /^\/@[^/]+\/?$/.test(pathname);

/**
 * Fetches everything that an address shows before it is rendered, so that the page appears at once.
 * @param ask whether to wait for the session. It decides the layout of pages that people of every role can
 * open.
 */
export async function loadPage(pathname: string, ask = false): Promise<void> {
  const read = matchRoutes(readTable, pathname);
  if (isProfile(pathname)) return loadElement(profilePage);
  if (!read && !isMemberPage(pathname)) return void (await loadPages(matchRoutes(routeTable, pathname)));
  const layout = import('./area.tsx').then(({ loadArea }) => loadArea(pathname, ask));
  const page = read
    ? loadPages(read)
    : import('./member-table.tsx').then(({ loadMemberPage }) => loadMemberPage(pathname));
  await Promise.all([Connected.load(), layout, page, read ? null : loadMemberRows()]);
}

/** The public addresses and their pages. Every other address shows the 404 page. */
export const routeTable: RouteObject[] = [
  { element: lazyPage(async () => (await import('./public/area.tsx')).PublicArea), children: laidOutPages },
  { path: '*', element: <UnmatchedPage /> },
];
