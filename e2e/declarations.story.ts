import { arrive, handIn, offerListing } from './by-request.ts';
import { layoutFaults, readerFaults } from './faults.ts';
import { evening } from './growth.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const title = 'Spring tide at the slipway';
const stream = 'https://www.twitch.tv/videos/2345678901';

test('clipper and host declare where a clip was shared, and both read it on the clip and its receipt', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(240_000);
  await arrive(host, app, 'slip_host');
  const money = { rate: '2.00', budget: '100', funds: '100' };
  const listingId = await offerListing(host, app, { title, ...money, channel: 'sliphost' });
  const clipper = await newPerson();
  await arrive(clipper, app, 'slip_cuts');
  const made = { platform: 'tiktok' as const, handle: 'slipcuts', caption: 'Spring tide #ad' };
  const url = await app.makePost({ ...made, curve: evening(0.06) });
  const clipId = await handIn(clipper, app, { handle: 'slipcuts', listingId, url });
  await app.advance('2h', '30m');

  await visit(clipper, `/clips/${clipId}`);
  await expect(clipper.getByText('Nobody declared a share.')).toBeVisible();
  await clipper.getByRole('button', { name: 'Declare a share' }).click();
  const asked = clipper.getByRole('dialog');
  await asked.getByRole('button', { name: 'Declare' }).click();
  await expect(asked.getByText('Link: enter where the share can be seen.')).toBeVisible();
  await asked.getByLabel('Link').fill('http://www.twitch.tv/videos/1');
  await asked.getByRole('button', { name: 'Declare' }).click();
  await expect(asked.getByText('Link: a whole address that starts with https://')).toBeVisible();
  expect(await readerFaults(clipper)).toEqual([]);
  await asked.getByLabel('Link').fill(stream);
  await asked.getByRole('button', { name: 'Declare' }).click();
  const declared = clipper.getByRole('list', { name: 'Declarations' });
  await expect(declared).toContainText('Raid or mention in a stream');
  await expect(declared).toContainText('Declared by the clipper');
  await expect(declared.getByRole('link', { name: stream })).toHaveAttribute('rel', /nofollow/);
  await expect(clipper.getByText('The clipper declared a raid or mention in a stream')).toBeVisible();

  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: 'I shared this clip' }).click();
  await host.getByRole('dialog').getByLabel('What happened').selectOption('Newsletter');
  await host.getByRole('dialog').getByLabel('Link').fill('https://news.example/slipway');
  await host.getByRole('dialog').getByRole('button', { name: 'Declare' }).click();
  const both = host.getByRole('list', { name: 'Declarations' });
  await expect(both.getByRole('listitem')).toHaveCount(2);
  await expect(both).toContainText('Declared by the host');

  await visit(clipper, `/clips/${clipId}?tab=receipt`);
  await expect(clipper.getByRole('list', { name: 'Declarations' })).toContainText('Newsletter');
  await clipper.setViewportSize({ width: 360, height: 740 });
  expect([...(await layoutFaults(clipper)), ...(await readerFaults(clipper))]).toEqual([]);
});
