import { readFileSync } from 'node:fs';
import { arrive, handIn, offerListing, uploadSource } from './by-request.ts';
import { readerFaults } from './faults.ts';
import { evening } from './growth.ts';
import { expect, test } from './story.ts';

const speech = readFileSync('server/testing/speech/source.mp4');

test('a clip’s file is sent, found in the source and played beside it, and the host sees which moments it shows', async ({
  app,
  page: host,
  newPerson,
}) => {
  await arrive(host, app, 'night_quay');
  const sourceMediaId = await uploadSource(host, app, speech);
  const listingId = await offerListing(host, app, {
    title: 'A night of speech',
    rate: '2.00',
    budget: '50.00',
    funds: '50.00',
    channel: 'matchharbour',
    sourceMediaId,
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'night_cuts');
  const url = await app.makePost({
    platform: 'tiktok',
    handle: 'matchcutter',
    curve: evening(),
    caption: 'Night #ad',
  });
  const clipId = await handIn(clipper, app, { handle: 'matchcutter', listingId, url });

  await clipper.goto(`/clips/${clipId}`);
  const compared = clipper.getByRole('region', { name: 'Compared with the source' });
  await expect(compared).toContainText('No file was sent with this clip');
  await expect(compared.getByRole('button', { name: "Send the clip's file" })).toBeVisible();
  await compared.getByLabel('File of your clip').setInputFiles({
    name: 'moment.mp4',
    mimeType: 'video/mp4',
    buffer: speech,
  });
  await expect(clipper.getByRole('region', { name: 'Uploads' })).toContainText('moment.mp4');
  await expect(compared).toContainText("Nearly all of the clip's sound comes from the host's source.");

  await host.goto(`/clips/${clipId}`);
  const found = host.getByRole('region', { name: 'Compared with the source' });
  await expect(found).toContainText("Nearly all of the clip's sound comes from your source.");
  const file = found.getByLabel("The clip's file", { exact: true });
  await found.getByRole('button', { name: 'Show both' }).first().click();
  await expect.poll(() => file.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await file.evaluate((video: HTMLVideoElement) => video.pause());
  const before = await file.evaluate((video: HTMLVideoElement) => video.currentTime);
  await found.getByRole('button', { name: 'play' }).first().focus();
  await host.keyboard.press('.');
  await expect
    .poll(() => file.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeCloseTo(before + 1 / 30, 2);
  expect(await readerFaults(host)).toEqual([]);

  await host.goto(`/listings/${listingId}`);
  const moments = host.getByRole('region', { name: 'What each moment earned' });
  await expect(moments).toContainText('1 clip');
  await expect(moments).toContainText('$0.00 located');
  await clipper.goto(`/listings/${listingId}`);
  await expect(clipper.getByRole('region', { name: 'Moments that clips show already' })).toContainText(
    '1 clip',
  );
  expect(await readerFaults(clipper)).toEqual([]);
});
