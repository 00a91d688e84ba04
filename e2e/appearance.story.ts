import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { layoutFaults, readerFaults } from './faults.ts';
import { enter, forgotten, type Screen, screens } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test.use({ ownServer: 'demo' });
// The visitors' crawls are the longest stories, so they run in parallel.
test.describe.configure({ mode: 'parallel' });

/** The widths of a phone, a tablet and a desktop. */
const widths = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/**
 * Whether `npm run screenshots` runs, which keeps pictures of all widths. Accessibility differs only between
 * the narrow and the wide layout.
 */
const keepsPictures = Boolean(process.env.PICTURES);
const readTo = new Set(keepsPictures ? [360, 1440] : [360]);
/**
 * Returns the themes to check at a width. The dark theme changes only colors, so one width is enough for it.
 */
const themesAt = (width: number) =>
  keepsPictures || width === 360 ? (['light', 'dark'] as const) : (['light'] as const);

const nameOf = ({ route, name }: Screen): string =>
  name ?? (route.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home');

test('every screen is listed', () => {
  expect(forgotten()).toEqual([]);
});

/** Switches the theme as the page's toggle does, without a second visit. */
const show = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/**
 * Inspects a screen in both themes and three widths, saves pictures, and returns the problems found in each.
 */
async function inspect(page: Page, name: string): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const size of widths) {
    await page.setViewportSize(size);
    await settled(page);
    for (const theme of themesAt(size.width)) {
      await show(page, theme);
      const place = `${name}-${size.width}-${theme}`;
      const found = [
        ...(await layoutFaults(page)),
        ...(readTo.has(size.width) ? await readerFaults(page, theme === 'dark' ? 'colors' : 'all') : []),
      ];
      if (found.length > 0) faults[place] = found;
      if (keepsPictures)
        await page.screenshot({
          path: join('test-results/appearance', `${place}.jpg`),
          fullPage: true,
          quality: 70,
        });
    }
    await show(page, 'light');
  }
  return faults;
}

for (const visitor of ['nobody', 'host', 'clipper', 'admin'] as const) {
  test(`every screen of ${visitor} is accessible and fits a phone, a tablet and a desktop, in both themes`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(600_000);
    complaints.expect(/404|4\d\d .*(verify|reset|unsubscribe)/);
    await enter(page, visitor);
    const faults: Record<string, string[]> = {};
    for (const screen of screens[visitor]) {
      const address = typeof screen.at === 'function' ? await screen.at(page) : (screen.at ?? screen.route);
      // A visitor's first page is loaded as a document.
      await (visitor === 'nobody' ? page.goto(address) : visit(page, address));
      Object.assign(faults, await inspect(page, nameOf(screen)));
    }
    expect(faults).toEqual({});
  });
}

test('the worked example counts by the formula', async ({ page }) => {
  await page.goto('/');
  const views = page.getByRole('slider', { name: 'Verified views' });
  await expect(views).toHaveAttribute('aria-valuetext', '15,000 views earn $30.00');
  await views.press('ArrowRight');
  await page.getByRole('radio', { name: '$3.00' }).check();
  await expect(views).toHaveAttribute('aria-valuetext', '15,500 views earn $46.50');
});
