import type { Page } from '@playwright/test';
import { readerFaults } from './faults.ts';
import { shifts } from './layout-shifts.ts';
import { expect, test } from './story.ts';

const pages: [string, RegExp][] = [
  ['/', /Cut the stream/],
  ['/platform', /The platform/],
  ['/how-it-works', /How it works/],
  ['/pricing', /Pricing/],
  ['/success-stories', /Success stories/],
  ['/support', /Support Center/],
  ['/help-center', /Help center/],
  ['/contact', /Contact Support/],
  ['/community', /Community/],
  ['/terms', /Terms of Service/],
  ['/privacy', /Privacy Policy/],
  ['/cookies', /Cookie Policy/],
  ['/explore', /Explore Listings/],
];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test("every public page is complete, and the demo's page describes the way in words", async ({ page }) => {
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('navigation', { name: 'Legal' })).toBeVisible();
    }
    await page.goto('/');
    await expect(page.getByText('$30.00').last()).toBeVisible();
    await expect(page.getByText('Platform fee. Clippers keep 100%.')).toBeVisible();
    await page.getByRole('link', { name: 'Watch Demo' }).click();
    await expect(page).toHaveURL(/how-it-works$/);
    await page.goto('/help-center');
    await page.getByText('How are my views verified?').first().click();
    await expect(page.getByText('By AI analysis plus human verification.')).toBeVisible();
  });

  test('a visitor reads a listing and its host, and the first step of the sign-up', async ({ page }) => {
    await page.goto(await newestListing(page));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up as a clipper' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: /^.*@/ }).first().click();
    await expect(page.getByText('Total paid to clippers')).toBeVisible();
    await page.goto('/auth');
    await expect(page.getByRole('button', { name: /^Clipper/ })).toBeVisible();
  });
});

/** Returns the URL of the first listing in the sitemap. */
async function newestListing(page: Page): Promise<string> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  return new URL(/<loc>([^<]*\/listings\/[^<]*)</.exec(sitemap)![1]!).pathname;
}

test('every public page hydrates without a complaint, keeps its head, and has one main heading', async ({
  page,
  app,
  complaints,
}) => {
  void complaints;
  const drawn: typeof pages = [
    ['/auth', /Choose your account type/],
    ['/@tess_cuts', /@tess_cuts/],
    [await newestListing(page), /./],
  ];
  for (const [path, heading] of [...pages, ...drawn]) {
    await page.goto(path);
    const title = await page.title();
    // The theme's button works only once the page is hydrated.
    await page.getByRole('button', { name: /Switch to/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await page.title()).toBe(title);
    await expect(page.locator('head title')).toHaveCount(1);
    await expect(page.locator('head meta[name="description"]')).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', app.baseUrl + path);
  }
});

test('the lower part of a page appears after a link from another page with such a part, also on the way back', async ({
  page,
}) => {
  await page.goto('/');
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name });
  for (const _ of ['first visit', 'second visit']) {
    await link('Pricing').click();
    await page.getByRole('heading', { name: 'How far a budget goes' }).scrollIntoViewIfNeeded();
    await link('Permille').click();
    await page.getByRole('heading', { name: 'Frequently asked questions' }).scrollIntoViewIfNeeded();
  }
});

test('a lower part that can’t be loaded leaves the first screen of its page as it is', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|imported module/);
  // A page that was loaded again a moment ago waits for a press.
  await page.addInitScript(() => sessionStorage.setItem('loaded-again', String(Date.now())));
  // The lower part begins below a window of this height.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.getByRole('heading', { name: 'How far a budget goes' }).scrollIntoViewIfNeeded();
  await expect(page.locator('#below-pricing').getByText('This page did not load.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
});

test('the theme is set before the first paint, and following a link updates the page’s head', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveTitle('Pricing · Permille');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${app.baseUrl}/pricing`);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Pricing · Permille');
});

test('on a phone the menu of the public pages opens, keeps the focus, closes on Escape, and its links work', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing');
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(menu.getByRole('link', { name: 'Permille' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  // In landscape the header shows its links; a hidden dialog would leave the page inert.
  await page.setViewportSize({ width: 780, height: 360 });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: /Switch to/ }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await open.click();
  await menu.getByRole('link', { name: 'Explore listings' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Listings' })).toBeVisible();
  await page.getByRole('link', { name: 'The 14-hour Hollow run' }).click();
  await expect(page.getByRole('link', { name: 'Sign up as a clipper' })).toBeVisible();
});

test('the theme’s button sets the dark class and darkMode, and a reload keeps both', async ({ page }) => {
  const theme = () =>
    page.evaluate(() => [
      document.documentElement.classList.contains('dark'),
      localStorage.getItem('darkMode'),
    ]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await theme()).toEqual([false, null]);
  for (const [name, dark] of [
    ['Switch to dark theme', true],
    ['Switch to light theme', false],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect.poll(theme).toEqual([dark, String(dark)]);
    await page.reload();
    expect(await theme()).toEqual([dark, String(dark)]);
  }
});

test('a visitor moves views of the example receipt into doubt by keyboard, and reads what is paid', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Frequently asked questions' }).scrollIntoViewIfNeeded();
  const receipt = page.getByRole('region', { name: 'Example of a receipt' });
  await expect(receipt.getByText('$27.60')).toBeVisible();
  await receipt.getByLabel('Views in doubt').press('Home');
  await expect(receipt.getByText('$30.00')).toBeVisible();
  await expect(receipt.getByText('No view is in doubt, so all of them are paid.')).toBeVisible();
});

test('a visitor moves the cut of the example map or chooses a moment, by keyboard, and reads what is known there', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Frequently asked questions' }).scrollIntoViewIfNeeded();
  const map = page.getByRole('region', { name: 'Example: 12 minutes of an invented stream' });
  const start = map.getByRole('slider', { name: 'Start of the cut' });
  const length = map.getByRole('slider', { name: 'Length of the cut' });
  const fact = (text: string) => map.getByRole('listitem').filter({ hasText: text });
  await expect(fact('Earlier clips of this part earned about $410.00')).toBeVisible();
  expect((await shifts(page)).what).toEqual([]);
  await map.getByRole('radio', { name: 'Chat 2.6× its usual pace' }).check();
  await expect(fact('No paid clip of this part yet')).toBeVisible();
  await expect(start).toHaveAttribute('aria-valuetext', /^7:17 to 7:47\. .*Chat 2\.6× its usual pace\./);
  await start.press('End');
  await expect(start).toHaveAttribute('aria-valuetext', /^11:30 to 12:00\./);
  // The line is at the start of the cut, so the next press moves the cut.
  await start.press('ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuetext', /^11:29 to 11:59\./);
  await expect(map.getByRole('radio', { checked: true })).toHaveCount(0);
  await length.press('End');
  await expect(map.getByText('Too long: this listing takes 15 to 60 s')).toBeVisible();
  await length.press('Home');
  await expect(length).toHaveAttribute(
    'aria-valuetext',
    '5 seconds. Too short: this listing takes 15 to 60 s',
  );
  expect(await readerFaults(page)).toEqual([]);
});

test('Watch Demo shows half a minute with captions, which can be paused, sought and closed by keyboard', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch Demo' }).press('Enter');
  const demo = page.getByRole('dialog', { name: 'How a clip is paid, in half a minute' });
  await expect(demo.getByText('1. A host posts a listing')).toBeVisible();
  const position = demo.getByRole('slider', { name: 'Position' });
  await expect(position).not.toHaveValue('0');
  await demo.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(demo.getByRole('button', { name: 'Play' })).toBeFocused();
  await demo.getByRole('button', { name: 'Views are counted' }).press('Enter');
  await expect(demo.getByText('3. Views are counted')).toBeVisible();
  await position.press('End');
  await expect(demo.getByText('15,000 / 1,000 × $2.00 = $30.00')).toBeVisible();
  await expect(demo.getByRole('button', { name: 'Play again' })).toBeVisible();
  expect(await readerFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(demo).toBeHidden();
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeFocused();
});

test('the URL of an answer opens it and scrolls to it, after a reload too', async ({ page }) => {
  for (const visit of [() => page.goto('/help-center#submitting'), () => page.reload()]) {
    await visit();
    const answer = page.getByText('a required hashtag is missing');
    await expect(answer).toBeVisible();
    await expect(answer).toBeInViewport();
  }
  await page.goto('/help-center?q=refund');
  await expect(page.getByText('1 of 5 answers match.')).toBeVisible();
});

test("people's and listings' pages have their own head before any script runs", async ({ request, app }) => {
  const profile = await (await request.get('/@tess_cuts')).text();
  expect(profile).toContain('<title>@tess_cuts · Permille</title>');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const [, listing] = /<loc>([^<]*\/listings\/[^<]*)</.exec(sitemap) ?? [];
  expect(listing).toContain(app.baseUrl);
  const html = await (await request.get(listing!)).text();
  expect(html).toMatch(
    /<meta name="description" content="Clips wanted by @\w+: \$\d+\.\d\d per 1,000 verified views/,
  );
  for (const hidden of ['/auth?mode=login', '/host/dashboard', '/admin', '/dashboard'])
    expect((await request.get(hidden)).headers()['x-robots-tag']).toBe('noindex');
});
