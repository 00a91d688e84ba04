import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './story.ts';

const doors = [
  '/',
  '/auth',
  '/auth?role=host',
  '/auth?mode=login',
  '/forgot-password',
  '/admin',
  '/@tess_cuts',
  '/platform',
  '/how-it-works',
  '/pricing',
  '/success-stories',
  '/support',
  '/help-center#payouts',
  '/contact',
  '/community',
  '/terms',
  '/privacy',
  '/cookies',
  '/no-such-page',
];

for (const theme of ['light', 'dark'] as const) {
  test(`every public door is sound for a screen reader, fits a phone, in the ${theme} theme`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/404/);
    await page.addInitScript((dark) => localStorage.setItem('darkMode', dark), String(theme === 'dark'));
    await page.setViewportSize({ width: 360, height: 740 });
    for (const door of doors) {
      await page.goto(door);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, door).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${door} is wider than the phone`).toBeLessThanOrEqual(0);
    }
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
