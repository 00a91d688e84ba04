import { expect, test } from './story.ts';

test('an unknown path gets the 404 page and status, with a link home', async ({ page, complaints }) => {
  complaints.expect(/404/);
  const warned = page.waitForEvent('console', (message) => message.text() === 'No page at /no-such-page');
  const reply = await page.goto('/no-such-page');
  expect(reply?.status()).toBe(404);
  await warned;
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText('There is no page at /no-such-page.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("a path that resembles a file, or that can't be decoded, gets the same page", async ({
  page,
  complaints,
  app,
}) => {
  complaints.expect(/404/);
  for (const path of ['/nope.html', '/assets/nope.js', '/%E0%A4%A', '/nope%2Fx', '//other.example/x']) {
    const reply = await page.goto(app.baseUrl + path);
    expect(reply?.status(), path).toBe(404);
    await expect(page.getByText(`There is no page at ${path}.`)).toBeVisible();
  }
});

test('an unknown path below a members’ area gets the same page, hydrated without a complaint', async ({
  page,
  complaints,
}) => {
  complaints.expect(/404/);
  for (const path of ['/admin/nope', '/host/nope', '/auth/nope']) {
    const warned = page.waitForEvent('console', (message) => message.text() === `No page at ${path}`);
    expect((await page.goto(path))?.status(), path).toBe(404);
    await warned;
    await expect(page.getByText(`There is no page at ${path}.`)).toBeVisible();
  }
});
