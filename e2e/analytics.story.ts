import { approve, arrive, handIn, offerListing } from './by-request.ts';
import { consent } from './people.ts';
import { expect, test } from './story.ts';

/** A broadcast shows the clip, and its audience likes it less than those who follow the channel: counts alone call it bought. */
const broadcast = [
  [20, 1_500, 75],
  [30, 2_000, 95],
  [31, 9_000, 120],
  [33, 17_000, 150],
  [38, 23_000, 180],
  [50, 26_500, 210],
  [80, 29_000, 250],
  [300, 31_000, 300],
].map(([hours, views, likes]) => ({ hours: hours!, views: views!, likes: likes!, comments: likes! / 5 }));

test('a clipper releases the analytics of a channel, its host reads that people watched, and what was read goes with the release', async ({
  app,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const host = await newPerson();
  await arrive(host, app, 'beacon_host');
  const listingId = await offerListing(host, app, {
    title: 'A beacon at night',
    rate: '2.00',
    budget: '50.00',
    funds: '50.00',
    channel: 'beaconharbour',
    platform: 'youtube',
  });
  await arrive(clipper, app, 'beacon_cuts');
  const channel = { platform: 'youtube', handle: 'beaconclips' } as const;
  const url = await app.makePost({ ...channel, curve: broadcast, caption: 'The beacon #ad' });
  const clipId = await handIn(clipper, app, { ...channel, listingId, url });

  await clipper.goto('/clipper/settings');
  const accounts = clipper.getByRole('region', { name: 'Connected Socials' });
  await expect(accounts).toContainText('judged by counts alone');
  await accounts.getByRole('button', { name: 'Release the analytics of @beaconclips on YouTube' }).click();
  const asked = clipper.getByRole('alertdialog', {
    name: 'Release the analytics of @beaconclips on YouTube?',
  });
  await expect(asked).toContainText('The figures themselves only you see.');
  await asked.getByRole('button', { name: 'Not now' }).click();
  await expect(asked).toBeHidden();
  await accounts.getByRole('button', { name: 'Release the analytics of @beaconclips on YouTube' }).click();
  await asked.getByRole('button', { name: 'Continue to YouTube' }).click();
  await expect(clipper.getByText('yt-analytics.readonly').first()).toBeVisible();
  await consent(clipper, 'beaconclips');
  await expect(clipper.getByText('Analytics released', { exact: true })).toBeVisible();
  await expect(accounts.getByText('Verified with analytics')).toBeVisible();

  await approve(host, app, clipId);
  await app.advance('144h');
  await clipper.goto(`/clips/${clipId}`);
  const released = clipper.getByRole('region', { name: 'Released analytics' });
  await expect(released).toContainText('A view lasted on average');
  await expect(released).toContainText('Feed and recommendations');
  await host.goto(`/clips/${clipId}`);
  const verdict = host.getByRole('region', { name: 'Why this verdict' });
  await expect(verdict.getByText('Seen by people')).toBeVisible();
  await expect(verdict).toContainText('came from the platform itself');
  await expect(host.getByRole('region', { name: 'Released analytics' })).not.toContainText('Engaged views');

  await clipper.goto('/clipper/settings');
  await expect(accounts).toContainText('Read of 1 clip');
  await accounts
    .getByRole('button', { name: 'Stop releasing the analytics of @beaconclips on YouTube' })
    .click();
  const ending = clipper.getByRole('alertdialog');
  await expect(ending).toContainText('is deleted now');
  await ending.getByRole('button', { name: 'Stop releasing' }).click();
  await expect(accounts).toContainText('judged by counts alone');
  await clipper.goto(`/clips/${clipId}`);
  await expect(clipper.getByRole('region', { name: 'Why this verdict' })).toBeVisible();
  await expect(released).toBeHidden();
});
