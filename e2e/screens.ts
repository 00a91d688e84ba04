import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { settingsPath, settingsSections } from '../contract/accounts/settings-path.ts';
import { adminViewNames } from '../contract/admin/admin-views.ts';
import { enterDemo, enterPanel } from './people.ts';
import { admin } from './server.ts';
import { expect } from './story.ts';
import { visit } from './visit.ts';

type Visitor = 'nobody' | 'host' | 'clipper' | 'admin';

export interface Screen {
  /** The path in the route table. */
  route: string;
  /** The page to open, if its path is not the route. */
  at?: string | ((page: Page) => Promise<string>);
  /** The name of the screen's picture. */
  name?: string;
}

const same = (...routes: string[]): Screen[] => routes.map((route) => ({ route }));

/** Returns the address of a page's first link that matches `href`. */
const linked = (from: string, href: RegExp) => async (page: Page) => {
  await visit(page, from);
  const links = page.getByRole('main').getByRole('link');
  const found = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const first = async () => (await found()).find((address) => href.test(address));
  await expect.poll(first, `a link of ${from} to ${href}`).toBeDefined();
  return (await first())!;
};

/** Returns the receipt of the first clip to which a page links. */
const receiptOf = (from: string) => async (page: Page) =>
  `${await linked(from, /^\/clips\//)(page)}?tab=receipt`;

/** Returns the address to which the first row of a page's table links. */
const firstRow = (from: string) => async (page: Page) => {
  await visit(page, from);
  const link = page.getByRole('table').getByRole('link').first();
  return (await link.getAttribute('href')) ?? '';
};

/** Returns the edit page of the host's newest listing. */
const editOfFirst = async (page: Page): Promise<string> => {
  const results = await linked('/host/listings', /^\/host\/listings\/./)(page);
  return `${results}/edit`;
};

/** Returns the comparison of the host's newest listing, to which another can be added. */
const compareOfFirst = async (page: Page): Promise<string> => {
  const results = await linked('/host/listings', /^\/host\/listings\/./)(page);
  return `/host/listings/compare?ids=${results.split('/').at(-1)}`;
};

/** Returns the studio of the first listing to which Explore links. */
const studioOfFirst = async (page: Page): Promise<string> => {
  const listing = await linked('/clipper/explore', /^\/listings\//)(page);
  return listing.replace('/listings/', '/clipper/studio/');
};

/** Every screen, by its visitor. */
export const screens: Record<Visitor, Screen[]> = {
  nobody: [
    ...same('/', '/platform', '/how-it-works', '/pricing', '/success-stories', '/support', '/contact'),
    ...same('/explore'),
    { route: '/help-center' },
    { route: '/help-center', at: '/help-center#payouts', name: 'help-center-payouts' },
    ...same('/community', '/terms', '/privacy', '/cookies', '/takedown', '/verify', '/promise', '/auth'),
    ...same('/docs/api', '/docs/errors'),
    { route: '/auth', at: '/auth?role=host', name: 'auth-host' },
    { route: '/auth', at: '/auth?mode=login', name: 'auth-login' },
    ...same('/forgot-password'),
    { route: '/reset-password', at: '/reset-password?token=used-up' },
    { route: '/verify-email', at: '/verify-email?token=used-up' },
    { route: '/unsubscribe', at: '/unsubscribe?token=used-up' },
    { route: '/shared-results', at: '/shared-results#none' },
    { route: '/admin', name: 'admin-login' },
    { route: '/listings/:id', at: linked('/explore', /^\/listings\//), name: 'listing-visitor' },
    { route: '/@:username', at: '/@tess_cuts', name: 'profile' },
    { route: '/@:username', at: '/@nobody_of_that_name', name: 'profile-absent' },
    { route: '*', at: '/no/such/page', name: 'not-found' },
  ],
  host: [
    ...same('/host/dashboard', '/host/create', '/host/listings', '/host/submissions'),
    { route: '/host/submissions', at: '/host/submissions?view=all', name: 'host-submissions-all' },
    {
      route: '/clips/:id',
      at: linked('/host/submissions?view=all&status=approved', /clips\//),
      name: 'host-clip',
    },
    {
      route: '/host/listings/:id',
      at: linked('/host/listings', /^\/host\/listings\/./),
      name: 'listing-results',
    },
    { route: '/host/listings/compare', at: compareOfFirst },
    { route: '/host/listings/:id/edit', at: editOfFirst },
    ...same('/host/budget', ...settingsSections.host.map((section) => settingsPath('host', section))),
    { route: '/host/statements/:month', at: '/host/statements/now' },
    { route: '/username-setup' },
  ],
  clipper: [
    ...same('/clipper/dashboard', '/clipper/explore', '/clipper/studio'),
    ...same('/clipper/submit', '/clipper/submissions'),
    { route: '/listings/:id', at: linked('/clipper/explore', /^\/listings\//), name: 'listing' },
    { route: '/clipper/studio/:listing', at: studioOfFirst, name: 'studio' },
    {
      route: '/clipper/submissions',
      at: '/clipper/submissions?status=rejected',
      name: 'clipper-submissions-rejected',
    },
    { route: '/clips/:id', at: linked('/clipper/earnings', /clips\//), name: 'clipper-clip' },
    { route: '/clips/:id', at: receiptOf('/clipper/earnings'), name: 'clip-receipt' },
    ...same('/clipper/earnings'),
    ...same(...settingsSections.clipper.map((section) => settingsPath('clipper', section))),
    { route: '/clipper/statements/:month', at: '/clipper/statements/now' },
  ],
  admin: [
    { route: '/admin' },
    ...same(...adminViewNames.map((view) => `/admin/${view}`)),
    { route: '/admin/trial-balance' },
    { route: '/admin/security' },
    {
      route: '/admin/trial-balance',
      at: '/admin/trial-balance?kind=host',
      name: 'admin-accounts',
    },
    {
      route: '/admin/trial-balance',
      at: firstRow('/admin/trial-balance?kind=host'),
      name: 'admin-transfers',
    },
    { route: '/admin/people/:id', at: firstRow('/admin/users?role=clipper'), name: 'admin-person' },
    { route: '/admin/people/:id', at: firstRow('/admin/users?role=host'), name: 'admin-host' },
    { route: '/admin/listings/:id', at: firstRow('/admin/listings'), name: 'admin-listing' },
    {
      route: '/admin/cohorts/:id',
      at: '/admin/cohorts/01900000-0000-7000-8000-00000000dead',
      name: 'admin-cohort',
    },
    { route: '/admin/payouts/:id', at: firstRow('/admin/payouts?view=finished'), name: 'admin-payout' },
    { route: '/admin/deposits/:id', at: firstRow('/admin/deposits?view=all'), name: 'admin-deposit' },
    {
      route: '/admin/suspense/:id',
      at: '/admin/suspense/01900000-0000-7000-8000-00000000dead',
      name: 'admin-suspense-item',
    },
    {
      route: '/admin/debts/:id',
      at: '/admin/debts/01900000-0000-7000-8000-00000000dead',
      name: 'admin-debt',
    },
    { route: '/clips/:id', at: linked('/admin/submissions', /clips\//), name: 'admin-clip' },
  ],
};

/** Routes that only redirect, so they have no screen. */
const passages = [
  '/dashboard',
  '/host/submissions/:id',
  '/clipper/submissions/:id',
  '/admin/submissions/:id',
];

/** Returns routes of the web app's table that no screen here shows. */
export function forgotten(): string[] {
  const tables = ['web/routes/table.tsx', 'web/routes/member-table.tsx'];
  const text = tables.map((file) => readFileSync(file, 'utf8')).join('');
  const routes = [...text.matchAll(/\bpage\(\s*'([^']+)'/g)].map((match) => match[1]!);
  const shown = new Set(
    [...Object.values(screens).flat(), ...passages.map((route) => ({ route }))].map((s) => s.route),
  );
  return routes.filter((route) => !shown.has(route));
}

export async function enter(page: Page, visitor: Visitor): Promise<void> {
  if (visitor === 'nobody') return;
  if (visitor === 'admin') {
    await enterPanel(page, admin);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return;
  }
  await enterDemo(page, visitor);
}
