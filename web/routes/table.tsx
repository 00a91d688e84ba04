import { matchRoutes, type RouteObject, useLocation } from 'react-router';
import { lazyPage, loadElement, page } from './lazy-page.tsx';
import { memberPages, unframedPages } from './member-table.tsx';

/** Static pages, for which the browser loads no other code than the page. */
const staticPages: RouteObject[] = [
  page('/', () => import('./public/landing-page.tsx'), 'LandingPage'),
  page('/platform', () => import('./public/platform-page.tsx'), 'PlatformPage'),
  page('/how-it-works', () => import('./public/how-it-works-page.tsx'), 'HowItWorksPage'),
  page('/pricing', () => import('./public/pricing-page.tsx'), 'PricingPage'),
  page('/success-stories', () => import('./public/success-stories-page.tsx'), 'SuccessStoriesPage'),
  page('/help-center', () => import('./public/help-center-page.tsx'), 'HelpCenterPage'),
  page('/community', () => import('./public/community-page.tsx'), 'CommunityPage'),
  page('/terms', () => import('./public/terms-page.tsx'), 'TermsPage'),
  page('/privacy', () => import('./public/privacy-page.tsx'), 'PrivacyPage'),
  page('/docs/api', () => import('./public/docs/api-page.tsx'), 'ApiPage'),
  page('/docs/errors', () => import('./public/docs/errors-page.tsx'), 'ErrorsPage'),
];

const connectedPages: RouteObject[] = [
  page('/support', () => import('./public/support-page.tsx'), 'SupportPage'),
  page('/contact', () => import('./public/contact-page.tsx'), 'ContactPage'),
  page('/cookies', () => import('./public/cookies-page.tsx'), 'CookiesPage'),
  page('/verify', () => import('./public/verify-page.tsx'), 'VerifyPage'),
  page('/promise', () => import('./public/promise-page.tsx'), 'PromisePage'),
  page('/takedown', () => import('./public/takedown-page.tsx'), 'TakedownPage'),
];

/** Content that visitors read in the public layout, and hosts and clippers in their layouts. */
const readPages: RouteObject[] = [
  page('/explore', () => import('./public/explore-page.tsx'), 'ExplorePage'),
  page('/listings/:id', () => import('./public/listing-page.tsx'), 'ListingPage'),
];

/** The layer that reads from the server, around each page that does. */
export const connected = lazyPage(() => import('./connected.tsx'), 'Connected');

const staticPage = lazyPage(() => import('./static-page.tsx'), 'StaticPage');

/** Pages in the public layout, in the order of the sitemap. */
const laidOutPages: RouteObject[] = [
  { element: staticPage, children: staticPages },
  { element: connected, children: connectedPages },
];

/** Every public page with an address that the router can match. */
export const publicPages: RouteObject[] = [...laidOutPages, ...readPages];

/** The page of a person. `OtherPage` shows it, because the router can't match a part of a segment. */
export const profile = page('/@:username', () => import('./public/profile-page.tsx'), 'ProfilePage');

const notFoundPage = lazyPage(() => import('./public/not-found-page.tsx'), 'NotFoundPage');

const otherPage = (pathname: string) => (/^\/@[^/]+\/?$/.test(pathname) ? profile.element : notFoundPage);

function OtherPage() {
  return otherPage(useLocation().pathname);
}

/** Pages that read the session. The layout stays while the reader goes from one of its pages to another. */
const sessionPages: RouteObject = {
  element: connected,
  children: [
    { element: lazyPage(() => import('./area.tsx'), 'Area'), children: [...readPages, ...memberPages] },
    ...unframedPages,
  ],
};

export const routeTable: RouteObject[] = [
  { element: lazyPage(() => import('./public/area.tsx'), 'PublicArea'), children: laidOutPages },
  sessionPages,
  { path: '*', element: <OtherPage /> },
];

/**
 * Fetches everything that an address shows before it is rendered, so that the page appears at once.
 * @param ask whether to wait for the session. It decides the layout of pages that people of every role can
 * open.
 */
export async function loadPage(pathname: string, ask = false): Promise<void> {
  const routes = matchRoutes(routeTable, pathname)!.map(({ route }) => route);
  const layout =
    routes.includes(sessionPages) && import('./area.tsx').then(({ loadArea }) => loadArea(pathname, ask));
  const parts = routes.map(({ path, element }) => loadElement(path === '*' ? otherPage(pathname) : element));
  await Promise.all([layout, ...parts]);
}
