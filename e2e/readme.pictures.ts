import type { Page } from '@playwright/test';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';

/** The size is small enough for the repository and large enough to read. */
const desktop = { width: 1280, height: 800 };

async function picture(page: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const path = `docs/pictures/${name}-${theme}.jpg`;
  await page.screenshot({ path, quality: 78 });
}

const inTheme = async (page: Page, theme: 'light' | 'dark') => {
  await page.addInitScript((dark) => localStorage.setItem('darkMode', dark), String(theme === 'dark'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(desktop);
};

test('the landing page', async ({ page }) => {
  await inTheme(page, 'light');
  await page.goto('/');
  await picture(page, 'landing', 'light');
});

test("a host's review queue", async ({ page }) => {
  await inTheme(page, 'light');
  await enter(page, 'host');
  await page.goto('/host/submissions');
  await picture(page, 'review', 'light');
});

test("a clipper's listings", async ({ page }) => {
  await inTheme(page, 'dark');
  await enter(page, 'clipper');
  await page.goto('/clipper/explore');
  await picture(page, 'explore', 'dark');
});
