import { readerFaults } from './faults.ts';
import { expect, test } from './story.ts';

test('a visitor reads how the API works, what an error means, and every call', async ({ page }) => {
  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { level: 1, name: 'How the API works' })).toBeVisible();
  await page.getByRole('link', { name: 'list of errors' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible();

  const refused = await page.request.get('/api/v1/host/listings');
  expect(refused.status()).toBe(401);
  const { type, detail } = await refused.json();
  await page.goto(type);
  const paragraph = page.getByRole('region', { name: 'api_key_required' });
  await expect(paragraph).toBeInViewport();
  await expect(paragraph).toContainText(detail);

  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: /Permille API/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Own submissions, newest first/ }).first()).toBeVisible();
  await page.getByPlaceholder('Search...').fill('receipt');
  await expect(
    page
      .getByRole('search')
      .getByText(/receipt/i)
      .first(),
  ).toBeVisible();
});

test("the reference is rendered in the site's theme, and both themes are readable", async ({ page }) => {
  await page.goto('/');
  for (const dark of [false, true]) {
    await page.evaluate((chosen) => localStorage.setItem('darkMode', String(chosen)), dark);
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1, name: /Permille API/ })).toBeVisible();
    await expect(page.locator('html')).toHaveClass(dark ? 'dark' : '');
    // Only a read and a change are checked, because all calls are rendered alike.
    const calls = [/Permille API/, /Own submissions, newest first/, /Submit a posted clip/].map((name) =>
      page.getByRole('heading', { name }).first().locator('xpath=ancestor::*[count(.//*) < 800][last()]'),
    );
    const parts = [page.getByRole('menu').first(), ...calls];
    for (const part of parts) await expect(part).toBeVisible();
    const all = parts.reduce((some, part) => some.or(part));
    await expect(all).toHaveCount(parts.length);
    expect(await readerFaults(page, 'colors', all)).toEqual([]);
  }
});
