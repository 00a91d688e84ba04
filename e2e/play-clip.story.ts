import type { Page } from '@playwright/test';
import { readerFaults } from './faults.ts';
import { expect, test } from './story.ts';

// The story has its own server with the freshly seeded demo, whose queue has clips to decide on.
test.use({ ownServer: 'demo' });

/** Collects the origins of a page's requests. */
function originsAsked(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return origins;
}

test('a host watches a clip on the page of the decision, and opens its post', async ({ page, app }) => {
  const asked = originsAsked(page);
  await page.goto('/auth?mode=login');
  await page.getByRole('button', { name: 'Demo host' }).click();
  await expect(page).toHaveURL(/host\/dashboard/);
  await page.goto('/host/submissions');
  const play = page.getByRole('button', { name: /^Play the clip of @/ }).first();
  await expect(play).toBeVisible();
  const poster = page.locator('img[src^="/posters/"]').first();
  await expect
    .poll(() => poster.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);
  expect([...asked]).toEqual([app.baseUrl]);

  await play.click();
  const close = page.getByRole('button', { name: 'Close the player' });
  await expect(close).toBeFocused();
  const video = page.frameLocator('iframe[title*="player"]').locator('video');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);
  expect(await readerFaults(page)).toEqual([]);

  await close.click();
  await expect(play).toBeFocused();
  await page.keyboard.press('p');
  await expect(close).toBeFocused();

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /Open post/ }).click();
  const post = await opened;
  await expect(post.getByText(/views, .* likes/)).toBeVisible();
  await expect(post.locator('video')).toBeVisible();
});
