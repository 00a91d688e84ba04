import type { Page, Route } from '@playwright/test';
import { arrive, offerListing } from './by-request.ts';
import { enterDemo, signUp } from './people.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';

const toast = (page: Page, title: string, message: string) =>
  expect(page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: message })).toBeVisible();

/** Holds requests to this address until the story continues or aborts them. */
async function held(page: Page, address: string) {
  const waiting: Route[] = [];
  await page.route(address, (route) => void waiting.push(route));
  return {
    /** Aborts the held requests as a lost connection does. */
    async lose() {
      await expect.poll(() => waiting.length).toBe(1);
      await waiting[0]!.abort();
      await page.unroute(address);
    },
  };
}

test('sign-up and login show that they are busy, that Caps Lock is on, and the meaning of a lost answer', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await page.goto('/auth?role=clipper');
  await page.getByLabel('Email').fill('lost@people.example');
  await page.getByLabel('Password', { exact: true }).fill('sails-at-dawn');
  await page.getByLabel('Confirm password').fill('sails-at-dawn');
  const creating = await held(page, '**/api/auth/sign-up');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
  await creating.lose();
  await toast(page, 'Sign Up Error', 'An unexpected error occurred.');
  await expect(page.getByLabel('Email')).toHaveValue('lost@people.example');

  await page.goto('/auth?mode=login');
  await page.getByLabel('Email').fill('lost@people.example');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('sails-at-dawn');
  const capsLock = page.getByText('Caps Lock is on');
  await password.dispatchEvent('keydown', { key: 'a' });
  await expect(capsLock).toBeHidden();
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(capsLock).toBeVisible();
  const signingIn = await held(page, '**/api/auth/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible();
  await signingIn.lose();
  await toast(page, 'Login Error', 'An unexpected error occurred.');
});

test('a username that can’t be saved is reported on each of its three screens, and the claim ends with a page load', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|409|401/);
  const [email, secret] = ['unnamed@people.example', 'sails-at-dawn'];
  await page.goto('/auth?role=clipper');
  await signUp(page, app, email, secret);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByLabel('Username').fill('unnamed_one');
  await expect(dialog.getByText('/@unnamed_one')).toBeVisible();
  const setup = dialog.getByRole('button', { name: 'Complete Setup' });
  await expect(setup).toBeEnabled();
  const saving = await held(page, '**/api/profiles/complete-setup');
  await setup.click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await saving.lose();
  await toast(page, 'Error', 'Failed to save profile. Please try again.');
  const gone = { status: 401, contentType: 'application/problem+json' };
  const problem = { type: 'about:blank', code: 'unauthenticated', status: 401, title: 'x', detail: 'x' };
  await page.route('**/api/profiles/complete-setup', (route) =>
    route.fulfill({ ...gone, body: JSON.stringify(problem) }),
  );
  await setup.click();
  await toast(page, 'Error', 'Unable to get user information');

  await page.goto('/username-setup');
  await expect(page.getByRole('heading', { name: 'One last step!' })).toBeVisible();
  const username = page.getByLabel('Username');
  const save = page.getByRole('button', { name: 'Save username' });
  await save.click();
  await toast(page, 'Username Required', 'Please enter a username.');
  await username.fill('A!b');
  await expect(username).toHaveValue('ab');
  await save.click();
  await toast(page, 'Username Too Short', 'Username must be at least 3 characters long.');
  await username.fill('admin');
  await save.click();
  await toast(page, 'Error', 'Failed to set username. Please try again.');
  await expect(page.getByText('Username is already taken')).toBeVisible();
  await username.fill('Unnamed.One');
  await expect(page.getByText(`${new URL(page.url()).host}/@unnamedone`)).toBeVisible();
  await save.click();
  await expect(page.getByRole('heading', { name: 'Username set' })).toBeVisible();
  await expect(page.getByText(`${new URL(page.url()).host}/@unnamedone is yours.`)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await loaded;
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);

  await page.goto('/clipper/settings');
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await expect(button).toBeDisabled();
  await page.getByLabel('Username').fill('admin');
  await button.click();
  await toast(page, 'Error', 'Failed to update username');
  for (const unchanged of ['   ', ' unnamedone ']) {
    await page.getByLabel('Username').fill(unchanged);
    await expect(button).toBeDisabled();
  }
  await page.getByLabel('Username').fill('  unnamed_two ');
  const updating = page.waitForRequest((request) => request.method() === 'PATCH');
  await button.click();
  expect((await updating).postDataJSON()).toEqual({ username: 'unnamed_two' });
  await toast(page, 'Success', 'Username updated successfully');
  // The form shows the stored name, not the typed one.
  await expect(page.getByLabel('Username')).toHaveValue('unnamed_two');
});

test('deleting a listing is confirmed as specified', async ({ app, page, newPerson }) => {
  // The story has a new host, because other stories of this server need the demo's.
  const host = await newPerson();
  await arrive(host, app, 'brief_host');
  const terms = { rate: '1.00', budget: '10.00', funds: '10.00', channel: 'briefchannel' };
  await offerListing(host, app, { title: 'Gone by noon', ...terms });
  await enter(page, 'admin');
  await page.goto('/admin/listings');
  await page.getByRole('table').getByRole('link', { name: 'Gone by noon' }).click();
  const remove = page.getByRole('button', { name: /^Delete / });
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A story about a deletion');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await toast(page, 'Listing Deleted', 'went back to');
});

test('a tooltip opens after 700 ms, and at once next to an open one or one closed less than 300 ms ago', async ({
  page,
}) => {
  await enterDemo(page, 'clipper');
  await page.clock.install();
  await page.goto('/clipper/submissions');
  // Dates with a tooltip; the moment of a deadline has a title instead.
  const dates = page
    .getByRole('table')
    .getByRole('time')
    .filter({ hasText: /^\d{4}-\d\d-\d\d$/ });
  await expect(dates.nth(2)).toBeVisible();
  const tip = page.getByRole('tooltip');
  const exactly = async (nth: number) => {
    const day = (await dates.nth(nth).getAttribute('datetime'))!;
    return `${day.slice(0, 4)}, ${day.slice(11, 19)} UTC`;
  };
  const away = () => page.mouse.move(0, 0);
  await page.clock.pauseAt(Date.now() + 60_000);

  await dates.nth(0).hover();
  await page.clock.runFor(690);
  await expect(tip).toBeHidden();
  await page.clock.runFor(20);
  await expect(tip).toContainText(await exactly(0));
  // The first tooltip may still be open, because it closes a moment after the pointer left.
  await dates.nth(1).hover();
  await page.clock.runFor(1);
  await expect(tip).toHaveCount(1);
  await expect(tip).toContainText(await exactly(1));

  await away();
  await page.clock.runFor(110);
  await expect(tip).toBeHidden();
  await page.clock.runFor(250);
  await dates.nth(2).hover();
  await page.clock.runFor(1);
  await expect(tip).toContainText(await exactly(2));

  await away();
  await page.clock.runFor(110);
  await expect(tip).toBeHidden();
  await page.clock.runFor(350);
  await dates.nth(0).hover();
  await page.clock.runFor(690);
  await expect(tip).toBeHidden();
  await page.clock.runFor(20);
  await expect(tip).toContainText(await exactly(0));
});
