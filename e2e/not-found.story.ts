import { expect, test } from './story.ts';

test('an unknown path says so, by its status too, and leads home', async ({ page, complaints }) => {
  complaints.expect(/404/);
  const warned = page.waitForEvent('console', (message) => message.text() === 'No page at /no-such-page');
  const reply = await page.goto('/no-such-page');
  expect(reply?.status()).toBe(404);
  await warned;
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText('Nothing is kept at /no-such-page.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
