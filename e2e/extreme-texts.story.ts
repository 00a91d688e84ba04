import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import { layoutFaults } from './faults.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

/** A right-to-left title of maximum length, whose second half can't be wrapped. */
const title = 'مقاطع من البث المباشر على الميناء '.padEnd(100, 'ن');
/** Hebrew text, then an element and a script, which would run at any place that fails to escape. */
const words = 'ליל אמש בנמל: מה שאף אחד לא ראה. <img src="harm" onerror="harm()"> [x](javascript:harm())';
/** The name has thirty characters, the maximum. */
const hostName = 'a_host_whose_name_does_not_end';
const clipperName = 'clipper_of_a_very_long_name_ok';

/**
 * Returns elements that exist only if user text was rendered as markup. The content policy would also report
 * them.
 */
const harm = (page: Page): Promise<string[]> =>
  page
    .locator('[src*="harm"], [onerror], [href^="javascript:" i]')
    .evaluateAll((found) => found.map((element) => element.outerHTML));

test('check 30: right-to-left words, the longest names and text that resembles markup fit a phone and remain text', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await host.setViewportSize({ width: 360, height: 740 });
  await arrive(host, app, hostName);
  const listingId = await offerListing(host, app, {
    title,
    rate: '2.00',
    budget: '60',
    funds: '60',
    channel: 'farnames',
    description: words,
  });
  const clipper = await newPerson();
  await clipper.setViewportSize({ width: 360, height: 740 });
  await arrive(clipper, app, clipperName);
  const url = await app.makePost({ platform: 'tiktok', handle: 'farcuts', caption: `${words} #ad` });
  await handIn(clipper, app, { handle: 'farcuts', listingId, url });
  const admin = await newPerson();
  await admin.setViewportSize({ width: 360, height: 740 });
  await enter(admin, 'admin');

  const faults: Record<string, string[]> = {};
  const visits = [
    {
      page: host,
      paths: ['/host/dashboard', '/host/listings', '/host/submissions', '/host/submissions?view=all'],
    },
    {
      page: host,
      paths: [
        '/host/budget',
        '/host/settings',
        '/host/settings/notifications',
        `/@${hostName}`,
        `/@${clipperName}`,
      ],
    },
    {
      page: clipper,
      paths: [
        '/clipper/dashboard',
        '/clipper/explore',
        '/clipper/submissions',
        '/clipper/settings',
        '/clipper/settings/accounts',
      ],
    },
    { page: admin, paths: ['/admin', '/admin/users?search=a_host', '/admin/listings', '/admin/submissions'] },
  ];
  for (const { page, paths } of visits)
    for (const path of paths) {
      await visit(page, path);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const found = [...(await layoutFaults(page)), ...(await harm(page))];
      if (found.length > 0) faults[path] = found;
    }

  await visit(clipper, '/clipper/explore');
  await clipper.getByRole('link', { name: title }).click();
  const heading = clipper.getByRole('heading', { level: 1, name: title });
  await expect(heading).toHaveCSS('direction', 'rtl');
  await expect(clipper.getByText(words)).toHaveCSS('direction', 'rtl');
  faults.listing = [...(await layoutFaults(clipper)), ...(await harm(clipper))];

  await visit(host, '/host/submissions?view=all');
  await host.getByRole('link', { name: new RegExp(`^Open the clip of @${clipperName}`) }).click();
  const message = host.getByLabel(`Message to @${clipperName}`);
  await message.fill(words);
  await expect(message).toHaveCSS('direction', 'rtl');
  await host.getByRole('button', { name: 'Send message' }).click();
  await expect(host.getByRole('list', { name: 'Messages' }).getByText(words)).toHaveCSS('direction', 'rtl');
  faults.messages = [...(await layoutFaults(host)), ...(await harm(host))];
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
});
