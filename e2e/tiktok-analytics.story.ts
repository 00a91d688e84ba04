import { approve, arrive, handIn, offerListing } from './by-request.ts';
import { consent } from './people.ts';
import { expect, test } from './story.ts';

/** A clip that a large account shares on the second day: people come at once, and like it less than its followers do. */
const shared = [
  [20, 1_500, 75],
  [30, 2_000, 95],
  [31, 9_000, 120],
  [33, 17_000, 150],
  [38, 23_000, 180],
  [50, 26_500, 210],
  [80, 29_000, 250],
  [300, 31_000, 300],
].map(([hours, views, likes]) => ({ hours: hours!, views: views!, likes: likes!, comments: likes! / 5 }));

test('a clipper releases what TikTok shows of an account, by a consent that only this account can give, is read, and takes it back', async ({
  app,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const host = await newPerson();
  await arrive(host, app, 'wharf_host');
  const listingId = await offerListing(host, app, {
    title: 'The wharf at dawn',
    rate: '2.00',
    budget: '50.00',
    funds: '50.00',
    channel: 'wharfharbour',
  });
  await arrive(clipper, app, 'wharf_cuts');
  const account = { platform: 'tiktok', handle: 'wharfclips' } as const;
  const url = await app.makePost({ ...account, curve: shared, caption: 'The wharf #ad' });
  const clipId = await handIn(clipper, app, { ...account, listingId, url });

  await clipper.goto('/clipper/settings');
  const accounts = clipper.getByRole('region', { name: 'Connected Socials' });
  const release = accounts.getByRole('button', { name: 'Release the analytics of @wharfclips on TikTok' });
  const asked = clipper.getByRole('alertdialog', {
    name: 'Release the analytics of @wharfclips on TikTok?',
  });
  await release.click();
  await expect(asked).toContainText('Turn on Analytics in TikTok’s app first');
  await asked.getByRole('button', { name: 'Continue to TikTok' }).click();
  await consent(clipper, 'somebody_elses');
  await expect(clipper.getByText('You signed in to another account')).toBeVisible();
  await expect(accounts).toContainText('judged by counts alone');

  await release.click();
  await asked.getByRole('button', { name: 'Continue to TikTok' }).click();
  await clipper.getByRole('checkbox', { name: 'Without video.insights' }).check();
  await consent(clipper, 'wharfclips');
  await expect(clipper.getByText('You did not grant “Read the insights of your videos”.')).toBeVisible();

  await release.click();
  await asked.getByRole('button', { name: 'Continue to TikTok' }).click();
  await consent(clipper, 'wharfclips');
  await expect(clipper.getByText('Analytics released', { exact: true })).toBeVisible();
  await expect(accounts.getByText('Verified with analytics')).toBeVisible();

  await approve(host, app, clipId);
  await app.advance('144h');
  await clipper.goto(`/clips/${clipId}`);
  const released = clipper.getByRole('region', { name: 'Released analytics' });
  await expect(released).toContainText('TikTok is one to two days late');
  await expect(released).toContainText('Saw it to its end');
  await expect(released).toContainText('For You and sounds');
  await expect(released).toContainText('By followers');
  await host.goto(`/clips/${clipId}`);
  const verdict = host.getByRole('region', { name: 'Why this verdict' });
  await expect(verdict.getByText('Seen by people')).toBeVisible();
  await expect(host.getByRole('region', { name: 'Released analytics' })).not.toContainText(
    'Saw it to its end',
  );

  await clipper.goto('/clipper/settings');
  await expect(accounts).toContainText('Read of 1 clip');
  await accounts
    .getByRole('button', { name: 'Stop releasing the analytics of @wharfclips on TikTok' })
    .click();
  const ending = clipper.getByRole('alertdialog');
  await expect(ending).toContainText('gives the permission back to TikTok');
  await ending.getByRole('button', { name: 'Stop releasing' }).click();
  await expect(accounts).toContainText('judged by counts alone');
  await clipper.goto(`/clips/${clipId}`);
  await expect(clipper.getByRole('region', { name: 'Why this verdict' })).toBeVisible();
  await expect(released).toBeHidden();
});
