import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import { enterPanel, logIn, openView } from './people.ts';
import { expect, test } from './story.ts';

/** Collects a page's requests to the server from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('a refusal to an open page is shown calmly, loses nothing typed, and is not requested for ever', async ({
  app,
  page: host,
  newPerson,
  complaints,
}) => {
  test.setTimeout(240_000);
  complaints.expect(/40[14]/);
  await arrive(host, app, 'ebb_light');
  const listingId = await offerListing(host, app, {
    ...{ title: 'Ebb lights', rate: '2.00', budget: '100', funds: '100', channel: 'ebblight' },
  });
  const clipper = await newPerson();
  const person = await arrive(clipper, app, 'ebb_cuts');
  const url = await app.makePost({ platform: 'tiktok', handle: 'ebbcuts', caption: 'Ebb lights #ad' });
  const id = await handIn(clipper, app, { handle: 'ebbcuts', listingId, url });
  await clipper.clock.install();
  await clipper.goto(`/clips/${id}`);
  const message = clipper.getByLabel('Message to @ebb_light');
  await message.fill('Is the label where you want it?');
  // Passes an hour until it causes no such request. An event in transit may still cause one, and the page
  // polls once an hour.
  const expectQuietHour = (asked: (call: string) => boolean) =>
    expect
      .poll(async () => {
        const calls = callsOf(clipper);
        await clipper.clock.runFor('01:00:00');
        return calls.filter(asked);
      })
      .toEqual([]);

  // The clip is no longer visible to the clipper, so the request that its event causes is refused.
  const ofClip = new RegExp(`/api/clips/${id}$`);
  await clipper.route(ofClip, (route) => {
    const problem = {
      type: 'about:blank',
      code: 'not_found',
      status: 404,
      title: 'Not found',
      detail: 'Gone.',
    };
    return route.fulfill({
      ...{ status: 404, contentType: 'application/problem+json', body: JSON.stringify(problem) },
    });
  });
  await host.goto(`/clips/${id}`);
  await host.getByRole('button', { name: 'Approve' }).click();
  const note = clipper.getByRole('status').getByText('you can no longer see it');
  await expect(note).toBeVisible();
  await expect(clipper.getByText('Pending', { exact: true }).first()).toBeVisible();
  await expectQuietHour((call) => call.endsWith(id));
  await expect(message).toHaveValue('Is the label where you want it?');

  // The session is ended from another browser.
  await clipper.unroute(ofClip);
  const elsewhere = await newPerson();
  await logIn(elsewhere, person);
  await elsewhere.goto('/clipper/settings/security');
  await elsewhere.getByRole('button', { name: 'Sign out all others' }).click();
  const again = clipper.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByText('What you entered is still here.')).toBeVisible();
  await expectQuietHour(() => true);
  await again.getByLabel('Password', { exact: true }).fill(person.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  // Everything is requested again, including refused replies.
  await expect(note).toBeHidden();
  await expect(message).toHaveValue('Is the label where you want it?');
  await clipper.getByRole('button', { name: 'Send message' }).click();
  await expect(message).toHaveValue('');
  await expect(clipper.getByText('Is the label where you want it?')).toBeVisible();
});

test("an admin's typed text survives the end of the session too", async ({
  app,
  page: admin,
  complaints,
}) => {
  complaints.expect(/401/);
  await enterPanel(admin, app.admin);
  await openView(admin, 'Score');
  await admin.getByRole('button', { name: 'Change Linear growth' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Change Linear growth' });
  await dialog.getByLabel('Weight').fill('0.5');
  await dialog.getByLabel('Note').fill('Evening streams grow evenly');
  await admin.context().clearCookies();
  await dialog.getByRole('button', { name: 'Try on history' }).click();
  const again = admin.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Username').fill(app.admin.username);
  await again.getByLabel('Password', { exact: true }).fill(app.admin.password);
  await again.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(again).toBeHidden();
  await expect(dialog.getByLabel('Weight')).toHaveValue('0.5');
  await expect(dialog.getByLabel('Note')).toHaveValue('Evening streams grow evenly');
  await dialog.getByRole('button', { name: 'Try on history' }).click();
  await expect(dialog.getByText(/clips would change/)).toBeVisible();
});
