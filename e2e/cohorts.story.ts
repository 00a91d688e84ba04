import { arrive, handIn, offerListing, payAt } from './by-request.ts';
import { evening } from './growth.ts';
import { openView } from './people.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const title = 'Ice before the thaw';

test('an admin decides once on two clippers with one payment mailbox, and each is notified and can appeal', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await arrive(host, app, 'thaw_host');
  const terms = { title, rate: '2.00', budget: '100', funds: '100', channel: 'thawhost' };
  const listingId = await offerListing(host, app, terms);
  const clippers = [];
  for (const [username, handle] of [
    ['thaw_cuts', 'thawcuts'],
    ['thaw_clips', 'thawclips'],
  ] as const) {
    const page = await newPerson();
    await arrive(page, app, username);
    const made = { platform: 'tiktok' as const, handle, caption: 'Cracking ice #ad' };
    const url = await app.makePost({ ...made, curve: evening() });
    await handIn(page, app, { handle, listingId, url });
    await payAt(page, app, 'one+both@mailbox.example');
    clippers.push(page);
  }
  await app.advance('2h');

  const admin = await newPerson();
  await enter(admin, 'admin');
  await openView(admin, 'Cohorts');
  await admin.getByRole('link', { name: '@thaw_clips and @thaw_cuts' }).click();
  await expect(admin.getByRole('heading', { name: '@thaw_clips and @thaw_cuts' })).toBeVisible();
  await expect(admin.getByText('Both are paid at one mailbox (o…@mailbox.example).')).toBeVisible();
  const clips = admin.getByRole('region', { name: 'Clips that can still earn' });
  await clips.getByRole('button', { name: 'Choose all' }).click();
  await clips.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Hold 2 clips' });
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await expect(dialog.getByText('Enter why they are held.')).toBeVisible();
  await dialog.getByLabel('Note').fill('One mailbox.');
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await expect(admin.getByText('2 clips on hold')).toBeVisible();
  await expect(clips.getByText('On hold')).toHaveCount(2);

  await clips.getByRole('button', { name: 'Choose all' }).click();
  await clips.getByRole('button', { name: 'Do not pay' }).click();
  const refusal = admin.getByRole('dialog', { name: 'Do not pay 2 clips' });
  await refusal.getByLabel('Note').fill('Both accounts are one person.');
  await refusal.getByRole('button', { name: 'Do not pay' }).click();
  await expect(admin.getByText('2 clips not paid')).toBeVisible();
  await expect(admin.getByText('Both accounts are one person.').first()).toBeVisible();

  for (const page of clippers) {
    await visit(page, '/clipper/submissions');
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('Both accounts are one person.').first()).toBeVisible();
    await expect(page.getByLabel(/^Appeal/)).toBeVisible();
  }
});
