import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

// The server is stopped in this story, so no other story can use it.
test.use({ ownServer: 'away' });

const AWAY = 'We can’t reach Permille right now. What you typed is still here, and we’ll keep trying.';
/** Time within which an open page must show that the server is away or back. */
const NOTICED = { timeout: 30_000 };
const note = (page: Page) => page.getByRole('status').filter({ hasText: AWAY });

test('an open page says within 30 seconds that the server is gone, keeps what was typed, and works again when it is back', async ({
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
  const comeBack = await app.leave();
  const everyone = [page, reader, visitor, clipper];
  for (const each of everyone) await expect(note(each)).toBeVisible(NOTICED);
  // The note does not take the focus, and typing still works.
  await expect(title).toBeFocused();
  await title.press('End');
  await title.pressSequentially(', and after');
  // A page that is opened while the server is away can't load.
  await clipper.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(clipper.getByText('This page did not load.')).toBeVisible();

  await comeBack();
  for (const each of everyone) await expect(note(each)).toBeHidden(NOTICED);
  await expect(clipper.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible();
  await expect(title).toHaveValue('Typed before the server went, and after');
  await visitor.getByRole('link', { name: 'Permille' }).first().click();
  await expect(visitor).toHaveURL(/\/$/);
});
