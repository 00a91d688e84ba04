import type { Locator, Page } from '@playwright/test';

export interface Interaction {
  name: string;
  role: 'host' | 'clipper';
  /** Whether the interaction is measured on a phone, where the pressed element differs. */
  phone?: boolean;
  at: string;
  /** Waits for the state before the press. */
  ready: (page: Page) => Promise<unknown>;
  /** The element that the mouse presses, or keys. */
  act: ((page: Page) => Locator) | string[];
  until: (page: Page) => Promise<unknown>;
  /** Selector of the result, if the time until it appears is measured too. */
  shows?: string;
  /** Undoes the interaction for the next round. */
  after?: (page: Page) => Promise<unknown>;
}

const visible = (page: Page, role: 'dialog' | 'menu' | 'row' | 'tab', name: string | RegExp) =>
  page.getByRole(role, { name }).first().waitFor();
const shownListings = (page: Page) => page.getByRole('list', { name: 'Listings' }).waitFor();
const settled = (page: Page) => page.waitForLoadState('networkidle');
const firstClip = (page: Page) => page.locator('[data-row]').first();

/** Ten interactions that people make all day. */
export const interactions: Interaction[] = [
  {
    ...{ name: 'open a menu', role: 'clipper', phone: true, at: '/clipper/dashboard' },
    ready: (page) => page.getByRole('button', { name: 'Account' }).waitFor(),
    act: (page) => page.getByRole('button', { name: 'Account' }),
    until: (page) => page.getByRole('menu').waitFor(),
  },
  {
    ...{ name: 'switch a tab', role: 'clipper', at: '/clipper/submissions' },
    ready: async (page) => {
      await firstClip(page).click();
      await visible(page, 'tab', 'Receipt');
      await settled(page);
    },
    act: (page) => page.getByRole('tab', { name: 'Receipt' }),
    until: (page) => page.getByRole('tab', { name: 'Receipt', selected: true }).waitFor(),
  },
  {
    ...{ name: 'filter a list', role: 'clipper', at: '/clipper/explore' },
    ready: shownListings,
    act: (page) => page.getByRole('radio', { name: 'Shorts' }),
    until: (page) => page.waitForURL(/platform=youtube/),
  },
  {
    ...{ name: 'sort a list', role: 'clipper', at: '/clipper/submissions' },
    ready: (page) => page.getByRole('columnheader').getByRole('button').first().waitFor(),
    act: (page) => page.getByRole('columnheader').getByRole('button').first(),
    until: (page) => page.waitForURL(/sort=/),
  },
  {
    ...{ name: 'type into a search', role: 'clipper', at: '/clipper/explore' },
    ready: async (page) => {
      await shownListings(page);
      await page.getByRole('searchbox').first().focus();
    },
    act: ['r', 'u', 'n'],
    until: (page) => page.waitForURL(/search=run/),
  },
  {
    ...{ name: 'open a clip', role: 'clipper', at: '/clipper/submissions' },
    // A person points at the link before pressing it.
    ready: async (page) => {
      const fetched = page.waitForResponse(/\/api\/clips\/[^/]+$/);
      await firstClip(page).hover();
      await fetched;
      await settled(page);
    },
    act: (page) => firstClip(page),
    until: (page) => visible(page, 'tab', 'Receipt'),
    shows: '[role="tab"]',
  },
  {
    ...{ name: 'go back to the list', role: 'clipper', at: '/clipper/submissions' },
    ready: async (page) => {
      await firstClip(page).click();
      await visible(page, 'tab', 'Receipt');
      await page.evaluate(() => {
        // The browser's back button is outside the page, where no event is measured.
        addEventListener('keydown', ({ key }) => key === 'F9' && history.back(), { once: true });
      });
    },
    act: ['F9'],
    until: (page) => firstClip(page).waitFor(),
    shows: '[data-row]',
  },
  {
    ...{ name: 'approve a clip', role: 'host', at: '/host/submissions' },
    ready: (page) => page.getByRole('button', { name: 'Approve', exact: true }).first().waitFor(),
    act: (page) => page.getByRole('button', { name: 'Approve', exact: true }).first(),
    until: (page) => page.getByRole('button', { name: /^Undo/ }).first().waitFor(),
    after: async (page) => {
      await page.keyboard.press('z');
      await page.getByText('Decision taken back').waitFor();
    },
  },
  {
    ...{ name: 'open the palette', role: 'host', at: '/host/dashboard' },
    ready: settled,
    act: ['Control+k'],
    until: (page) => visible(page, 'dialog', 'Search or go to'),
  },
  {
    ...{ name: 'open a dialog', role: 'clipper', at: '/clipper/dashboard' },
    ready: settled,
    act: (page) => page.getByRole('button', { name: 'Demo tools' }).first(),
    until: (page) => visible(page, 'dialog', 'Demo tools'),
  },
];
