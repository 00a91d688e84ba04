import type { FileChooser, Page } from '@playwright/test';
import { type Person, personOf } from './prepared-people.ts';
import { expect } from './story.ts';
import type { toolsOf } from './tools.ts';
import { visit } from './visit.ts';

type Tools = ReturnType<typeof toolsOf>;

/** Fills the open sign-up form, opens the mailed link and presses its button, which signs in. */
export async function signUp(page: Page, app: Tools, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('check your email to verify')).toBeVisible();
  await openLink(page, (await app.mailTo(email, /verify/i)).links[0]!);
}

/** Opens the link of a sign-up in the browser that signed up, and presses its buttons to the person's first page. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
}

/** Signs up a new person through the mailed link and the onboarding dialog, to their dashboard. */
export async function join(page: Page, app: Tools, role: 'Host' | 'Clipper', name: string): Promise<Person> {
  const person = personOf(name);
  await page.goto('/auth');
  await page.getByRole('button', { name: new RegExp(role) }).click();
  await signUp(page, app, person.email, person.password);
  await finishOnboarding(page, person.username);
  return person;
}

type Admin = Pick<Person, 'username' | 'password'>;

export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth?mode=login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/(host|clipper)\/dashboard/);
}

/** Fills the admin login form; `at` is the page that is opened. */
export async function enterPanel(page: Page, { username, password }: Admin, at = '/admin'): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
}

/** Opens a view of the panel from its sidebar. */
export async function openView(page: Page, label: string): Promise<void> {
  // The link's name may end with the number of waiting items.
  const name = new RegExp(`^${label}(\\W*\\d.*)?$`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
}

/** Signs in to a demo account, as host or clipper, without its button. */
export async function enterDemo(page: Page, role: 'host' | 'clipper'): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const reply = await page.request.post('/api/auth/demo-login', { data: { role }, headers });
  expect(reply.ok()).toBe(true);
  await page.goto(`/${role}/dashboard`);
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeVisible();
}

async function finishOnboarding(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const handle = dialog.getByLabel('Username');
  await expect(dialog).toBeVisible();
  for (let step = 1; step < 6 && !(await handle.isVisible()); step++) {
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByText(`Step ${step + 1} of 6`)).toBeVisible();
  }
  await handle.fill(username);
  await dialog.getByRole('button', { name: 'Complete Setup' }).click();
  await dialog.getByRole('button', { name: 'Get Started' }).click();
  await expect(dialog).toBeHidden();
}

/** Returns the figure with this label. */
export const figure = (page: Page, term: string) =>
  page
    .locator('div', { has: page.getByRole('term').getByText(term, { exact: true }) })
    .last()
    .getByRole('definition');

/** Allows access on the simulator's consent page as this account. */
export async function consent(page: Page, handle: string): Promise<void> {
  await page.getByLabel('Account handle').fill(handle);
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Presses an upload button and chooses this file. */
export async function chooseFile(
  page: Page,
  button: string,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

export const csvFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Connects a platform, adds funds, and posts a listing with a real video. */
export async function postListing(
  page: Page,
  listing: {
    title: string;
    rate: string;
    budget: string;
    /** Dollars that are first added by the demo's test card; absent when the balance suffices. */
    funds?: string;
    channel: string;
  },
): Promise<void> {
  if (listing.funds) {
    await visit(page, '/host/budget');
    await page.getByRole('button', { name: 'Add Funds' }).click();
    const funds = page.getByRole('dialog');
    await funds.getByLabel('Amount').fill(listing.funds);
    await funds.getByRole('button', { name: 'Add Funds' }).click();
    await expect(funds).toBeHidden();
  }
  await visit(page, '/host/create');
  await page.getByLabel('Title').fill(listing.title);
  await page.getByRole('button', { name: 'Connect Your Platform' }).click();
  await page.getByRole('menuitem', { name: 'YouTube' }).click();
  await consent(page, listing.channel);
  await expect(page.getByText('Platform Connected!')).toBeVisible();
  await expect(page.getByText('Your YouTube account has been verified.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(listing.title);
  await page.getByLabel('Description').fill('The best moments of a long evening.');
  await page.getByLabel('Instructions for clippers').fill('Vertical, captions on.');
  await page.getByRole('checkbox', { name: /TikTok/ }).check();
  await chooseFile(page, 'Choose file', 'e2e/fixtures/source.mp4');
  await expect(page.getByText('File Uploaded!')).toBeVisible();
  await expect(page.getByText('source.mp4 has been uploaded successfully.')).toBeVisible();
  await page.getByLabel('Payout per 1,000 views').fill(listing.rate);
  await page.getByLabel('Total budget').fill(listing.budget);
  await page.getByRole('button', { name: 'Post Listing' }).click();
  await expect(page.getByText('Listing posted')).toBeVisible();
}

/** Answers the country question before the first clip. */
export async function saveCountry(page: Page, country: string): Promise<void> {
  const first = page.getByRole('region', { name: 'First: where are you paid?' });
  await first.getByLabel('Country').selectOption({ label: country });
  await first.getByRole('button', { name: 'Save country' }).click();
  await expect(page.getByText('Country saved')).toBeVisible();
  await expect(first).toBeHidden();
}

/** Connects TikTok in Settings and submits a post to a listing. */
export async function submitPost(
  page: Page,
  clip: { handle: string; listing: string; url: string },
): Promise<void> {
  await visit(page, '/clipper/settings/accounts');
  await page.getByRole('button', { name: 'Connect TikTok' }).click();
  await consent(page, clip.handle);
  await expect(page.getByText('Your TikTok account has been verified.')).toBeVisible();

  await visit(page, '/clipper/submit');
  await saveCountry(page, 'Germany');
  await page.getByLabel('Select Listing').fill(clip.listing);
  await page.getByRole('option', { name: clip.listing }).click();
  await page.getByLabel('Clip URL').fill(clip.url);
  await expect(page.getByLabel('Platform')).toHaveValue('tiktok');
  await page.getByLabel('Reported Views').fill('10');
  await page.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(page.getByText('Clip Submitted!')).toBeVisible();
  await expect(
    page.getByText("Your clip has been submitted for review. You'll be notified once it's approved."),
  ).toBeVisible();
}

/** Makes the server answer this many times as if the last login were older than 15 minutes. */
export async function oldLogin(
  page: Page,
  { method, path, times }: { method: string; path: string; times: number },
): Promise<void> {
  const address = `**${path}`;
  let left = times;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || left <= 0) return await route.continue();
    left -= 1;
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        code: 'confirm_identity',
        status: 403,
        title: 'Confirm it is you',
        detail: 'Enter your password to continue.',
      },
    });
    // While a page's requests are intercepted, the browser caches no files.
    if (left === 0) await page.unroute(address);
  });
}
