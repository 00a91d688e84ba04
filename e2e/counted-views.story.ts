import { approve, arrive, connect, equip } from './by-request.ts';
import { evening } from './growth.ts';
import { consent, figure, saveCountry } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a host pays for engaged views from two countries, and a clip earns for the views that shared analytics show', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await arrive(host, app, 'dune_host');
  await equip(host, app, 'duneharbour', '200');
  await visit(host, '/host/create');
  await host.getByLabel('Title').fill('Dunes at dusk');
  await host.getByLabel('Description').fill('Sand, wind and a late sun.');
  await host.getByLabel('Instructions for clippers').fill('Vertical, captions on.');
  await host.getByRole('checkbox', { name: 'YouTube Shorts' }).check();
  await expect(host.getByText('Pays for engaged views.')).toBeVisible();
  await host.getByRole('checkbox', { name: 'TikTok' }).check();
  await expect(host.getByText('Pays for engaged views.')).toBeHidden();
  await host.getByRole('radio', { name: /link/i }).check();
  await host.getByLabel('Download link').fill('https://videos.example/dunes.mp4');
  await host.getByLabel('Payout per 1,000 views').fill('2.00');
  await host.getByLabel('Total budget').fill('150');
  await host.getByText('More rules').click();
  await host.getByLabel('Views paid for').selectOption({ label: 'Engaged views only' });
  for (const label of ['United States', 'France', 'United Kingdom'])
    await host.getByLabel('Countries paid for').selectOption({ label });
  await host.getByRole('button', { name: 'Remove France' }).click();
  await expect(host.getByLabel('Countries paid for')).toBeFocused();
  await expect(host.getByText('Fewer clippers can take part')).toBeVisible();
  await expect(host.getByRole('region', { name: 'As clippers will see it' })).toContainText(
    'per 1,000 engaged views from the United States and the United Kingdom',
  );
  await host.getByRole('button', { name: 'Post Listing' }).click();
  await expect(host.getByText('only YouTube Shorts tells which views those are')).toBeVisible();
  await host.getByRole('checkbox', { name: 'TikTok' }).uncheck();
  await host.getByRole('button', { name: 'Post Listing' }).click();
  await expect(host.getByText('Listing posted')).toBeVisible();

  const clipper = await newPerson();
  await arrive(clipper, app, 'dune_cuts');
  await connect(clipper, app, 'youtube', 'duneclips');
  const channel = { platform: 'youtube', handle: 'duneclips' } as const;
  const url = await app.makePost({ ...channel, curve: evening(), caption: 'The dunes #ad' });
  await visit(clipper, '/clipper/explore');
  await clipper.getByRole('link', { name: 'Dunes at dusk' }).click();
  await expect(
    clipper.getByText('Pays for engaged views from the United States and the United Kingdom only'),
  ).toBeVisible();
  await clipper.getByRole('link', { name: 'Submit Clip' }).last().click();
  await saveCountry(clipper, 'Germany');
  await clipper.getByLabel('Clip URL').fill(url);
  await expect(
    clipper.getByText('Release your account’s analytics in Settings, under Connected Socials.'),
  ).toBeVisible();
  await clipper.getByRole('button', { name: 'Release analytics of @duneclips' }).click();
  const asked = clipper.getByRole('alertdialog');
  await expect(asked).toContainText('your earnings are computed from them');
  await asked.getByRole('button', { name: 'Continue to YouTube' }).click();
  await consent(clipper, 'duneclips');
  await expect(clipper.getByLabel('Clip URL')).toHaveValue(url);
  await expect(clipper.getByText('You can submit this clip.')).toBeVisible();
  await expect(clipper.getByText('show about three days later how many of your views count')).toBeVisible();
  await clipper.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(clipper.getByText('Clip Submitted!')).toBeVisible();

  await app.advance('40h', '6h');
  await visit(clipper, '/clipper/submissions');
  await clipper
    .getByRole('link', { name: /Dunes at dusk/ })
    .first()
    .click();
  const clipId = new URL(clipper.url()).pathname.split('/').at(-1)!;
  await approve(host, app, clipId);
  await app.advance('2h');
  await visit(clipper, `/clips/${clipId}`);
  const money = clipper.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('arrive two to three days after it. Until then nothing is earned.');

  await app.advance('168h', '6h');
  await visit(clipper, `/clips/${clipId}?tab=receipt`);
  const days = clipper.getByRole('table', { name: 'Views paid for, by day' });
  await expect(days.getByRole('row')).not.toHaveCount(1);
  await expect(clipper.getByText('Verified: recalculated from the snapshots just now.')).toBeVisible();
  await expect(clipper.getByRole('region', { name: 'How the amount is made' })).toContainText(
    'Engaged views from the United States and the United Kingdom',
  );
  const receipt = await (await clipper.request.get(`/api/submissions/${clipId}/receipt`)).json();
  const counting = receipt.byFigures.countingViews;
  expect(counting).toBeGreaterThan(0);
  expect(counting).toBeLessThan(receipt.eligibleViews);
  expect(receipt.earnedMicros).toBe(String(counting * 2_000));
  await visit(clipper, '/clipper/earnings');
  await expect(figure(clipper, 'Available now')).not.toHaveText(/^\$0\.00/);
  const { invariants } = await app.reconcile();
  expect(invariants.filter(({ ok }) => !ok)).toEqual([]);
});
