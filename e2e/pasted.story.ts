import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { browserOf, personOf } from './prepared-people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const one = 'https://www.tiktok.com/@tess_cuts/video/7311111111111111111';
const other = 'https://www.tiktok.com/@tess_cuts/video/7311111111111111112';

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test('a clipper pastes what a Share button copied anywhere on the page, and is asked which of two posts is meant', async ({
  page,
}) => {
  await enterDemo(page, 'clipper');
  await visit(page, '/clipper/submit');
  const link = page.getByLabel('Clip URL');
  await expect(link).toHaveValue('');
  await paste(page, `Check out Tess's video! #fyp\n${one}?_r=1&_t=x 🔥`);
  await expect(link).toHaveValue(one);
  await expect(link).toBeFocused();
  await expect(page.getByLabel('Platform')).toHaveValue('tiktok');

  // A sentence pasted into the field is also reduced to its link.
  await link.selectText();
  await paste(page, `「${other}」`);
  await expect(link).toHaveValue(other);

  await page.getByLabel('Reported Views').focus();
  await paste(page, `${one} or ${other}`);
  const which = page.getByRole('group', { name: 'Which post is your clip?' });
  await expect(which.getByRole('button')).toHaveCount(2);
  await expect(page.getByText('This text holds links to different posts.')).toBeVisible();
  await which.getByRole('button', { name: /7311111111111111112/ }).click();
  await expect(which).toBeHidden();
  await expect(link).toHaveValue(other);
  await expect(link).toBeFocused();

  // A link to no post that is pasted outside a field is put into the link field, which explains the error.
  await link.fill('');
  await link.blur();
  await paste(page, 'https://www.tiktok.com/@tess_cuts');
  await expect(link).toHaveValue('https://www.tiktok.com/@tess_cuts');
  await expect(page.getByText(/^Clip URL must be a .* link to one post/)).toBeVisible();
  await link.fill(other);

  // A link that is no post remains in the field where it was pasted.
  const listing = page.getByLabel('Select Listing');
  await listing.focus();
  await paste(page, 'https://example.com/listing');
  await expect(listing).toHaveValue('https://example.com/listing');
  await expect(link).toHaveValue(other);
});

test('a clipper types views as an app shows them, and reads what was understood before it is sent', async ({
  page,
}) => {
  await enterDemo(page, 'clipper');
  await visit(page, '/clipper/submit');
  const views = page.getByLabel('Reported Views');
  await views.fill('12.4K');
  await expect(page.getByText('12,400 views.')).toBeVisible();
  await views.fill('12,4 mil');
  const which = page.getByRole('group', { name: 'What does "12,4 mil" mean?' });
  await page.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(
    page.getByText('Reported Views can mean different numbers. Choose one of them.'),
  ).toBeVisible();
  await which.getByRole('button', { name: '12,400 views' }).click();
  await expect(views).toHaveValue('12400');
  await expect(views).toBeFocused();
});

test('on a phone, Share opens the form with the link read, also for a clipper who has to sign in first', async ({
  page,
  app,
}) => {
  const { email, password } = personOf('share_cuts');
  await page.context().addCookies(browserOf('share_cuts').map((cookie) => ({ ...cookie, url: app.baseUrl })));
  const { share_target: target } = await (await page.request.get('/manifest.webmanifest')).json();
  expect(target.method).toBe('GET');
  const shared = new URLSearchParams({
    [target.params.title]: 'TikTok',
    [target.params.text]: `Check out Tess's video! 🔥\nhttps://vm.tiktok.com/ZMabc123/?k=1 #fyp`,
  });
  await page.goto(`${target.action}?${shared}`);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Clip URL')).toHaveValue('https://vm.tiktok.com/ZMabc123/');
  await expect(page.getByLabel('Platform')).toHaveValue('tiktok');
  // The link does not identify the listing, so the clipper chooses.
  await expect(page.getByLabel('Select Listing')).toHaveValue('');
});
