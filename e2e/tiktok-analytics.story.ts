import { submitBroadcast } from './broadcast-clip.ts';
import { approve } from './by-request.ts';
import { consent } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test("a clipper shares an account's TikTok analytics through a consent of that account only, they are read, and the clipper ends it", async ({
  app,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const host = await newPerson();
  const clipId = await submitBroadcast(app, {
    host: { page: host, name: 'wharf_host', channel: 'wharfharbour' },
    clipper: { page: clipper, name: 'wharf_cuts', handle: 'wharfclips' },
    platform: 'tiktok',
    title: 'The wharf at dawn',
  });

  await visit(clipper, '/clipper/settings/accounts');
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
  await expect(accounts).toContainText('Release analytics to show that people watched your clips.');

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
  await app.advance('144h', '6h');
  await visit(clipper, `/clips/${clipId}`);
  const released = clipper.getByRole('region', { name: 'Released analytics' });
  await expect(released).toContainText('TikTok is one to two days late');
  await expect(released).toContainText('Saw it to its end');
  await expect(released).toContainText('For You and sounds');
  await expect(released).toContainText('By followers');
  await visit(host, `/clips/${clipId}`);
  const verdict = host.getByRole('region', { name: 'Why this verdict' });
  await expect(verdict.getByText('Seen by people')).toBeVisible();
  await expect(host.getByRole('region', { name: 'Released analytics' })).not.toContainText(
    'Saw it to its end',
  );

  await visit(clipper, '/clipper/settings/accounts');
  await expect(accounts).toContainText('Read of 1 clip');
  await accounts
    .getByRole('button', { name: 'Stop releasing the analytics of @wharfclips on TikTok' })
    .click();
  const ending = clipper.getByRole('alertdialog');
  await expect(ending).toContainText('gives the permission back to TikTok');
  await ending.getByRole('button', { name: 'Stop releasing' }).click();
  await expect(accounts).toContainText('Release analytics to show that people watched your clips.');
  await visit(clipper, `/clips/${clipId}`);
  await expect(clipper.getByRole('region', { name: 'Why this verdict' })).toBeVisible();
  await expect(released).toBeHidden();
});
