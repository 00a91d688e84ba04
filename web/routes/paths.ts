import { type SettingsSection, settingsPath } from '#contract/accounts/settings-path.ts';
import type { AdminViewName } from '#contract/admin/admin-views.ts';

type Query = Record<string, string | number | undefined>;

const withQuery = (path: string, query: Query): string => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  const text = params.toString();
  return text ? `${path}?${text}` : path;
};

const segment = encodeURIComponent;

/** The addresses of the web app. Links, redirects and the route table must use these. */
export const paths = {
  home: () => '/',
  auth: (query: { mode?: 'login'; role?: 'host' | 'clipper'; next?: string } = {}) =>
    withQuery('/auth', query),
  login: () => '/auth?mode=login',
  forgotPassword: () => '/forgot-password',
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  dashboard: () => '/dashboard',
  usernameSetup: () => '/username-setup',
  profile: (username: string) => `/@${segment(username)}`,
  listing: (id: string) => `/listings/${segment(id)}`,
  /** Open to everyone. A clipper is redirected to the same list in the clipper's area. */
  explore: (query: { category?: string } = {}) => withQuery('/explore', query),

  /** The page of a clip, for its clipper, its host and admins. */
  clip: (submissionId: string, query: { tab?: 'receipt' } = {}) =>
    withQuery(`/clips/${segment(submissionId)}`, query),

  platform: () => '/platform',
  howItWorks: () => '/how-it-works',
  pricing: () => '/pricing',
  successStories: () => '/success-stories',
  support: () => '/support',
  helpCenter: () => '/help-center',
  contact: () => '/contact',
  community: () => '/community',
  terms: () => '/terms',
  privacy: () => '/privacy',
  cookies: () => '/cookies',
  takedown: () => '/takedown',
  verify: () => '/verify',
  promise: () => '/promise',
  docsApi: () => '/docs/api',
  docsErrors: () => '/docs/errors',

  hostDashboard: () => '/host/dashboard',
  /** `from` is the listing to copy. */
  hostCreate: (query: { from?: string } = {}) => withQuery('/host/create', query),
  hostListings: () => '/host/listings',
  /** The results of an own listing. */
  hostListing: (id: string) => `/host/listings/${segment(id)}`,
  /** Up to four own listings side by side. */
  hostCompare: (ids: readonly string[] = []) =>
    withQuery('/host/listings/compare', { ids: ids.length > 0 ? ids.join(',') : undefined }),
  hostListingEdit: (id: string) => `/host/listings/${segment(id)}/edit`,
  hostSubmissions: (query: { listing?: string; submission?: string } = {}) =>
    withQuery('/host/submissions', query),
  hostBudget: (query: { add?: 'funds' } = {}) => withQuery('/host/budget', query),
  /** The statement of a month, by default the current one. */
  hostStatement: (month = 'now') => `/host/statements/${segment(month)}`,
  hostSettings: (section?: SettingsSection) => settingsPath('host', section),

  clipperDashboard: () => '/clipper/dashboard',
  clipperExplore: () => '/clipper/explore',
  clipperSubmit: (query: { listing?: string; url?: string } = {}) => withQuery('/clipper/submit', query),
  /** The clipper's projects of the studio, and sources to cut. */
  clipperCuts: () => '/clipper/studio',
  /** The studio is a separate document, so links to and from it must load a page (`reloadDocument`). */
  clipperStudio: (listingId: string) => `/clipper/studio/${segment(listingId)}`,
  clipperSubmissions: (query: { status?: string } = {}) => withQuery('/clipper/submissions', query),
  clipperEarnings: () => '/clipper/earnings',
  clipperStatement: (month = 'now') => `/clipper/statements/${segment(month)}`,
  clipperSettings: (section?: SettingsSection) => settingsPath('clipper', section),

  /** The inbox of everything that waits for an admin. */
  admin: () => '/admin',
  adminView: (
    view: AdminViewName,
    query: { search?: string; view?: string | undefined; state?: string | undefined } = {},
  ) => withQuery(`/admin/${view}`, query),
  adminPerson: (id: string) => `/admin/people/${segment(id)}`,
  adminListing: (id: string) => `/admin/listings/${segment(id)}`,
  adminCohort: (id: string) => `/admin/cohorts/${segment(id)}`,
  adminPayout: (id: string) => `/admin/payouts/${segment(id)}`,
  adminDeposit: (id: string) => `/admin/deposits/${segment(id)}`,
  adminSuspenseItem: (id: string) => `/admin/suspense/${segment(id)}`,
  /** `clipperId` is the clipper who owes. */
  adminDebt: (clipperId: string) => `/admin/debts/${segment(clipperId)}`,
  trialBalance: (query: { kind?: string; owner?: string } = {}) => withQuery('/admin/trial-balance', query),
  adminSecurity: () => '/admin/security',
};
