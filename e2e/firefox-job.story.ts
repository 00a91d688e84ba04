import type { Page } from 'puppeteer-core';
import { settingsPath, settingsSections } from '../contract/accounts/settings-path.ts';
import { approve, arrive, handIn, offerListing } from './by-request.ts';
import { layoutFaults } from './faults.ts';
import { by, enterDemo, test, textOf, waitForText } from './firefox.ts';
import { evening } from './growth.ts';
import { expect } from './story.ts';

test.use({ ownServer: 'firefox-job' });

const studioOf = async (page: Page, title: string): Promise<void> => {
  await page.locator(by('link', 'Explore Listings')).click();
  await page.locator(by('link', title)).click();
  await page.locator(by('link', 'Cut a clip')).click();
};

test('in Firefox a clipper finds the listing that is expected to pay most, and exports a clip of it', async ({
  firefox: page,
  server,
}) => {
  await enterDemo(page, server.baseUrl, 'clipper');
  await page.locator(by('link', 'Explore Listings')).click();
  const expected = () =>
    page.$$eval('article', (cards) =>
      cards.map((card) => Number(/Expect about\s*\$([\d,.]+)/.exec(card.innerText)![1]!.replaceAll(',', ''))),
    );
  const titles = () => page.$$eval('article h2', (all) => all.map((title) => title.innerText));
  await page.waitForSelector('article');
  const newestFirst = await titles();
  await page.select('select[aria-label="Sort"]', 'earnings');
  await expect.poll(titles).not.toEqual(newestFirst);
  await expect(async () => {
    const figures = await expected();
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  }).toPass({ timeout: 30_000 });
  await page.locator('article h2 a').click();
  await page.locator(by('link', 'Cut a clip')).click();

  const playhead = await page.waitForSelector(by('slider', 'Playhead'));
  await playhead!.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('i');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Shift');
  await page.keyboard.press('o');
  await waitForText(page, 'Length 00:00:01:00');
  await page.locator(by('button', 'Export MP4')).click();
  await waitForText(page, 'Your clip is ready');
  await page.waitForSelector(by('link', 'Download'));
});

test('a Firefox that cannot encode videos says so, and offers the source as a file', async ({
  firefox: page,
  server,
}) => {
  await page.evaluateOnNewDocument(() => {
    delete (globalThis as { VideoEncoder?: unknown }).VideoEncoder;
  });
  await enterDemo(page, server.baseUrl, 'clipper');
  await studioOf(page, 'Any% practice, no resets');
  await waitForText(page, 'It lacks VideoEncoder.');
  await page.waitForSelector(by('link', 'Download source'));
});

test('in Firefox a clip is submitted by its link and waits for its host, who reads the results of the listing and tops it up', async ({
  app,
  another,
  server,
}) => {
  const clipper = await another();
  await enterDemo(clipper, server.baseUrl, 'clipper');
  const url = await app.makePost({ platform: 'tiktok', handle: 'tess_cuts', caption: 'Fox at the door #ad' });
  await clipper.locator(by('link', 'Submit Clip')).click();
  await clipper.locator(by('textbox', 'Clip URL')).fill(url);
  await clipper.locator(by('combobox', 'Select Listing')).fill('Kitchen at midnight');
  await expect.poll(() => clipper.$$eval('[role=option]', (options) => options.length)).toBe(1);
  await clipper.waitForSelector('[role=combobox][aria-activedescendant]');
  await clipper.keyboard.press('Enter');
  await waitForText(clipper, 'your account @tess_cuts');
  await clipper.locator('::-p-aria(Reported Views)').click({ count: 3 });
  await clipper.keyboard.type('10');
  await clipper.locator(by('button', 'Submit Clip')).click();
  await waitForText(clipper, 'Clip Submitted!');
  await clipper.locator('aside a[href="/clipper/submissions"]').click();
  await clipper.locator('table a[data-row]').click();
  // The list names the clip too; only the clip's page has this part.
  await clipper.waitForSelector('::-p-aria(State and next step)');
  const head = () => textOf(clipper, 'State and next step');
  await expect.poll(head).toContain('The host decides');

  const host = await another();
  await enterDemo(host, server.baseUrl, 'host');
  await host.locator('aside a[href="/host/listings"]').click();
  await host.locator(by('link', 'Kitchen at midnight')).click();
  await waitForText(host, 'Cost per 1,000 views');
  for (const width of [360, 1440]) {
    await host.setViewport({ width, height: 900 });
    expect(await layoutFaults(host), `${width} pixels`).toEqual([]);
  }
  await host.locator(by('button', 'Top up Kitchen at midnight')).click();
  await host.locator(by('textbox', 'Amount')).fill('25');
  await waitForText(host, 'Free budget after');
  await host.keyboard.press('Enter');
  await waitForText(host, 'Listing topped up');
});

test('in Firefox each section of the settings opens by its link and has its own address', async ({
  firefox: page,
  server,
}) => {
  await enterDemo(page, server.baseUrl, 'clipper');
  await page.locator(by('link', 'Settings')).click();
  for (const section of settingsSections.clipper) {
    const path = settingsPath('clipper', section);
    await page.locator(`nav[aria-label="Settings"] a[href="${path}"]`).click();
    await page.waitForSelector(`nav[aria-label="Settings"] a[href="${path}"][aria-current="page"]`);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await layoutFaults(page), section).toEqual([]);
  }
});

test('in Firefox an admin opens a hold from the inbox and releases its views', async ({
  app,
  firefox: admin,
  newPerson,
  server,
}) => {
  const host = await newPerson();
  await arrive(host, app, 'harbor_view');
  const terms = { title: 'Fox by night', rate: '2.00', budget: '100', funds: '100', channel: 'foxnight' };
  const listingId = await offerListing(host, app, terms);
  const clipper = await newPerson();
  await arrive(clipper, app, 'pier_cuts');
  const post = { platform: 'tiktok' as const, handle: 'foxcuts', caption: 'Fox #ad', curve: evening(0) };
  const clip = { handle: 'foxcuts', listingId, url: await app.makePost(post) };
  await approve(host, app, await handIn(clipper, app, clip));
  await app.advance('32h', '6h');

  await admin.goto(`${server.baseUrl}/admin`);
  await admin.locator(by('textbox', 'Username')).fill(app.admin.username);
  await admin.locator('input[type="password"]').fill(app.admin.password);
  await admin.locator(by('button', 'Access Admin Panel')).click();
  await admin.locator('::-p-aria(Open the hold of @pier_cuts: Fox by night)').click();
  await waitForText(admin, 'Are the held views real?');
  const release = await admin.waitForSelector('::-p-xpath(//button[starts-with(., "Release ")])');
  // The message of the sign-in must not cover the decision on the page that was opened meanwhile.
  const isReachable = () =>
    release!.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isReachable).toBe(true);
  await release!.click();
  await admin.locator('[role=dialog] textarea').fill('The likes of this account are hidden.');
  await admin.locator(by('button', 'Release hold')).click();
  await waitForText(admin, 'Hold released');
  expect((await app.reconcile()).ok).toBe(true);
});
