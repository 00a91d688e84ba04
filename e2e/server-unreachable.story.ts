import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

// The server is stopped in this story, so no other story can use it.
test.use({ ownServer: 'away' });

const AWAY = 'We can’t reach Permille right now. What you typed is still here, and we’ll keep trying.';
/** Time within which an open page must show that the server is away or back. */
const NOTICED = { timeout: 30_000 };
/** Collects from now on each text that is added to a live region or changes there, as a screen reader hears it. */
const collectAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    new MutationObserver((changes) => {
      for (const { type, addedNodes, target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (type === 'characterData' && region && target.textContent) heard.push(target.textContent);
        for (const added of addedNodes) {
          const isLive = region ?? (added instanceof Element && added.matches(live));
          if (isLive && added.textContent) heard.push(added.textContent);
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
const announcements = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

const note = (page: Page) => page.getByRole('status').filter({ hasText: AWAY });

test('an open page says once, within 30 seconds, that the server is gone, keeps what was typed, and works again when it is back', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  test.setTimeout(240_000);
  complaints.expect(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503|imported module/,
  );
  // Four pages are open: one without calls, one with calls and no event stream, one with a form and a
  // session, and one that opens another page.
  const [reader, visitor, clipper] = [await newPerson(), await newPerson(), await newPerson()];
  await reader.goto('/pricing');
  await visitor.goto('/explore');
  await enterDemo(clipper, 'clipper');
  await enterDemo(page, 'host');
  await page.goto('/host/create');
  const title = page.getByLabel('Title', { exact: false }).first();
  await title.fill('Typed before the server went');
  for (const each of [page, visitor]) await collectAnnouncements(each);
  const comeBack = await app.leave();
  const everyone = [page, reader, visitor, clipper];
  for (const each of everyone) await expect(note(each)).toBeVisible(NOTICED);
  // The note does not take the focus, and typing still works.
  await expect(title).toBeFocused();
  await title.press('End');
  await title.pressSequentially(', and after');
  // A page that is opened while the server is away can't load.
  await clipper.getByRole('link', { name: 'Earnings', exact: true }).click();
  await reader.getByRole('link', { name: 'Help center' }).click();
  for (const each of [clipper, reader]) await expect(each.getByText('This page did not load.')).toBeVisible();

  await comeBack();
  for (const each of everyone) await expect(note(each)).toBeHidden(NOTICED);
  // Nobody has to press for the pages that could not load.
  await expect(clipper.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible();
  await expect(reader.getByRole('heading', { level: 1, name: 'Help center' })).toBeVisible();
  for (const each of [page, visitor]) expect(await announcements(each)).toEqual([AWAY]);
  await expect(title).toHaveValue('Typed before the server went, and after');
  await visitor.getByRole('link', { name: 'Permille' }).first().click();
  await expect(visitor).toHaveURL(/\/$/);
});
