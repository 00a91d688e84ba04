import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import { evening } from './growth.ts';
import { openView } from './people.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const title = 'Harbor at first light';

async function submitAnother(page: Page, url: string): Promise<void> {
  await visit(page, '/clipper/submit');
  await page.getByLabel('Select Listing').fill(title);
  await page.getByRole('option', { name: new RegExp(title) }).click();
  await page.getByLabel('Clip URL').fill(url);
  await expect(page.getByLabel('Platform')).toHaveValue('tiktok');
  await page.getByLabel('Reported Views').fill('10');
  await page.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(page.getByText('Clip Submitted!')).toBeVisible();
}

test('a rejected clip earns after its appeal, and held views are released after theirs', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await arrive(host, app, 'harbor_view');
  const listingId = await offerListing(host, app, {
    title,
    rate: '2.00',
    budget: '100',
    funds: '100',
    channel: 'harborview',
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'pier_cuts');
  const made = { platform: 'tiktok' as const, handle: 'piercuts', caption: 'First light #ad' };
  const url = await app.makePost({ ...made, curve: evening(0.06) });
  await handIn(clipper, app, { handle: 'piercuts', listingId, url });

  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: 'Reject' }).click();
  const dialog = host.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Wrong content' }).check();
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(host.getByText('Nothing to decide')).toBeVisible();
  await app.advance('1m');

  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByText('The rejection can be appealed')).toBeVisible();
  await clipper.getByRole('link', { name: title }).click();
  const appeal = clipper.getByLabel('Appeal the rejection');
  await clipper.getByRole('button', { name: 'Send appeal' }).click();
  await expect(clipper.getByText('Say why the decision is wrong.')).toBeVisible();
  await appeal.fill('It shows the harbor, from minute 12 of the stream.');
  await clipper.reload();
  await expect(appeal).toHaveValue('It shows the harbor, from minute 12 of the stream.');
  await clipper.getByRole('button', { name: 'Send appeal' }).click();
  await expect(clipper.getByText('Appeal against the rejection in review.')).toBeVisible();
  await expect(clipper.getByText('A reviewer decides on the appeal')).toBeVisible();
  await visit(host, '/host/submissions?view=all');
  await expect(host.getByText('Appeal open')).toBeVisible();

  await app.advance('30h', '6h');
  await clipper.reload();
  await expect(clipper.getByText(/It is reserved in the listing’s budget/)).toBeVisible();

  const admin = await newPerson();
  await enter(admin, 'admin');
  await openView(admin, 'Appeals');
  await admin.getByRole('link', { name: `Open the appeal of @pier_cuts: ${title}`, exact: true }).click();
  const review = admin.getByRole('dialog');
  const head = admin.getByRole('region', { name: 'State and next step' });
  await expect(head).toContainText('Rejected, appeal open');
  await expect(admin.getByText('It shows the harbor, from minute 12 of the stream.')).toBeVisible();
  await expect(admin.getByRole('region', { name: 'How the views grew' })).toBeVisible();
  await admin.getByRole('button', { name: 'Approve clip' }).click();
  await review.getByLabel('Note').fill('The harbor is in it.');
  await review.getByRole('button', { name: 'Approve clip' }).click();
  await expect(admin.getByText('Clip approved', { exact: true })).toBeVisible();
  await visit(admin, '/admin/appeals');
  await expect(admin.getByText('No appeals waiting')).toBeVisible();

  await app.advance('26h', '6h');
  await clipper.reload();
  await expect(clipper.getByText('The harbor is in it.')).toBeVisible();
  await expect(
    clipper.getByRole('region', { name: 'Money' }).getByText('$30.00', { exact: true }),
  ).toBeVisible();

  const doubted = await app.makePost({ ...made, caption: 'Second light #ad', curve: evening(0) });
  await submitAnother(clipper, doubted);
  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(host.getByText('Nothing to decide')).toBeVisible();
  await app.advance('32h', '6h');
  await visit(clipper, '/clipper/submissions');
  await clipper.getByRole('link', { name: title }).first().click();
  await clipper.getByLabel('Appeal the hold').fill('Likes are hidden on my account.');
  await clipper.getByRole('button', { name: 'Send appeal' }).click();
  await expect(clipper.getByText('Appeal against the hold in review.')).toBeVisible();
  await admin.reload();
  await admin.getByRole('link', { name: `Open the appeal of @pier_cuts: ${title}`, exact: true }).click();
  await admin.getByRole('button', { name: /^Release .* @pier_cuts$/ }).click();
  await review.getByLabel('Note').fill('His likes are hidden.');
  await review.getByRole('button', { name: 'Release views' }).click();
  await expect(admin.getByText('Views released', { exact: true })).toBeVisible();
  await visit(admin, '/admin/appeals');
  await expect(admin.getByText('Holds: 1 of 1 overturned')).toBeVisible();
  await app.advance('30h', '6h');
  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByRole('cell', { name: '$30.00' })).toHaveCount(2);
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});
