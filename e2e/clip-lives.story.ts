import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import { ShownFigures } from './shown-figures.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

/** 3,000 honest views, then 40,000 within an hour without a like: more than the budget can pay. */
const partlyBought = [
  { hours: 0, views: 0, likes: 0, comments: 0 },
  { hours: 10, views: 3_000, likes: 180, comments: 14 },
  { hours: 11, views: 43_000, likes: 182, comments: 14 },
  { hours: 72, views: 44_000, likes: 230, comments: 17 },
];

test('a held clip with a used-up budget shows the same figures to both sides on every page, before and after its appeal and a top-up', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await arrive(host, app, 'quay_watch');
  const listingId = await offerListing(host, app, {
    title: 'Quay at noon',
    rate: '5.00',
    budget: '10.00',
    funds: '400.00',
    channel: 'quaywatch',
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'quay_cuts');
  const url = await app.makePost({
    platform: 'tiktok',
    handle: 'quaycuts',
    curve: partlyBought,
    caption: 'Noon at the quay #ad',
  });
  // The pages' replies are collected from here on. A page shows the figures of an earlier reply until the
  // next one arrives.
  const [toHost, toClipper] = [new ShownFigures(), new ShownFigures()];
  toHost.listen(host);
  toClipper.listen(clipper);
  await handIn(clipper, app, { handle: 'quaycuts', listingId, url });
  await app.advance('8h', '6h');
  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: /^Approve/ }).click();
  await app.advance('40h', '6h');

  await visit(clipper, '/clipper/submissions');
  await clipper.getByRole('link', { name: 'Quay at noon' }).click();
  await expect(clipper.getByRole('heading', { name: 'Clip of @quay_cuts' })).toBeVisible();
  const clip = new URL(clipper.url()).pathname;
  const steps = clipper.getByRole('region', { name: 'Where it is' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Held' })).toContainText('$');
  await agree('held');

  await visit(host, '/host/dashboard');
  await expect(host.getByText(/Budget used up\. Top up \$[\d.]+ to pay all waiting views/)).toBeVisible();
  await visit(clipper, clip);
  await clipper.getByLabel('Appeal the hold').fill('These are viewers of the stream.');
  await clipper.getByRole('button', { name: 'Send appeal' }).click();
  await expect(clipper.getByText('Appeal against the hold in review.')).toBeVisible();
  await agree('appealed');

  await visit(host, '/host/listings');
  await host.getByRole('button', { name: /Top up/ }).click();
  const dialog = host.getByRole('dialog');
  const clears = await dialog
    .getByText(/^\$[\d.]+$/)
    .nth(2)
    .innerText();
  await dialog.getByLabel('Amount').fill(clears.slice(1));
  await dialog.getByRole('button', { name: 'Top up' }).click();
  await expect(host.getByText('Listing topped up')).toBeVisible();
  await app.advance('1m');
  await visit(clipper, `${clip}?tab=receipt`);
  await expect(clipper.getByText(/It is reserved in the listing’s budget/).first()).toBeVisible();
  await agree('topped up');

  /** Checks that the pages' figures of the clip, its listing and its people match the replies behind them. */
  async function agree(stage: string): Promise<void> {
    const common = [clip, `${clip}?tab=receipt`, `/listings/${listingId}`];
    const pages: [Page, string[]][] = [
      [clipper, ['/clipper/dashboard', '/clipper/submissions', '/clipper/earnings', ...common]],
      [host, ['/host/dashboard', '/host/listings', '/host/submissions?view=all', '/host/budget', ...common]],
    ];
    for (const [page, addresses] of pages) {
      const shown = page === host ? toHost : toClipper;
      for (const address of addresses) {
        await visit(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByText('Nothing is contested.')).toHaveCount(0);
        await shown.look(page);
      }
      const { compared, contradictions } = await shown.compare();
      expect(contradictions, stage).toEqual([]);
      expect(compared, stage).toBeGreaterThan(15);
    }
  }
});
