import { submitBroadcast } from './broadcast-clip.ts';
import { approve } from './by-request.ts';
import { consent } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test("a clipper shares a channel's analytics, its host sees that people watched, and ending the sharing deletes the data", async ({
  app,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const host = await newPerson();
  const clipId = await submitBroadcast(app, {
    host: { page: host, name: 'beacon_host', channel: 'beaconharbour' },
    clipper: { page: clipper, name: 'beacon_cuts', handle: 'beaconclips' },
    platform: 'youtube',
    title: 'The beacon at night',
  });

  await visit(clipper, '/clipper/settings/accounts');
  const accounts = clipper.getByRole('region', { name: 'Connected Socials' });
  await expect(accounts).toContainText('Release analytics to show that people watched your clips.');
  await accounts.getByRole('button', { name: 'Release the analytics of @beaconclips on YouTube' }).click();
  const asked = clipper.getByRole('alertdialog', {
    name: 'Release the analytics of @beaconclips on YouTube?',
  });
  await expect(asked).toContainText('Only you see the figures themselves.');
  await asked.getByRole('button', { name: 'Not now' }).click();
  await expect(asked).toBeHidden();
  await accounts.getByRole('button', { name: 'Release the analytics of @beaconclips on YouTube' }).click();
  await asked.getByRole('button', { name: 'Continue to YouTube' }).click();
  await expect(clipper.getByText('yt-analytics.readonly').first()).toBeVisible();
  await consent(clipper, 'beaconclips');
  await expect(clipper.getByText('Analytics released', { exact: true })).toBeVisible();
  await expect(accounts.getByText('Verified with analytics')).toBeVisible();

  await approve(host, app, clipId);
  await app.advance('144h', '6h');
  await visit(clipper, `/clips/${clipId}`);
  const released = clipper.getByRole('region', { name: 'Released analytics' });
  await expect(released).toContainText('A view lasted on average');
  await expect(released).toContainText('Feed and recommendations');
  await visit(host, `/clips/${clipId}`);
  const verdict = host.getByRole('region', { name: 'Why this verdict' });
  await expect(verdict.getByText('Seen by people')).toBeVisible();
  await expect(verdict).toContainText('came from the platform itself');
  await expect(host.getByRole('region', { name: 'Released analytics' })).not.toContainText('Engaged views');

  await visit(clipper, '/clipper/settings/accounts');
  await expect(accounts).toContainText('Read of 1 clip');
  await accounts
    .getByRole('button', { name: 'Stop releasing the analytics of @beaconclips on YouTube' })
    .click();
  const ending = clipper.getByRole('alertdialog');
  await expect(ending).toContainText('We delete the analytics of its clips now');
  await ending.getByRole('button', { name: 'Stop releasing' }).click();
  await expect(accounts).toContainText('Release analytics to show that people watched your clips.');
  await visit(clipper, `/clips/${clipId}`);
  await expect(clipper.getByRole('region', { name: 'Why this verdict' })).toBeVisible();
  await expect(released).toBeHidden();
});
