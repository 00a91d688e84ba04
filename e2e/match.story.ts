import { readFileSync } from 'node:fs';
import { approve, arrive, handIn, offerListing, uploadSource } from './by-request.ts';
import { readerFaults } from './faults.ts';
import { evening } from './growth.ts';
import { chooseFile } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const speech = readFileSync('server/testing/speech/source.mp4');

/** Subtitles in Latin-1 without blank rows, with an unreadable row of times and a caption of no duration. */
const brokenSubtitles =
  '1\n00:00:40-->00:00:42\n{\\an8}He forgot <i>the parry</i>\n2\nlater --> 00:00:44\nlost\n' +
  '00:00:45,000 --> 00:00:45,000\nlost\n3\n00:00:46,000 --> 00:00:47,000\nCafé déjà vu\n';

test('a clip’s file is found in the source and played beside it, a studio clip earns, and its moments add up to the ledger', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
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

  await visit(clipper, `/clips/${clipId}`);
  const compared = clipper.getByRole('region', { name: 'Compared with the source' });
  await expect(compared).toContainText('Attach the clip file');
  const moment = { name: 'moment.mp4', mimeType: 'video/mp4', buffer: speech };
  await chooseFile(clipper, 'Attach the clip file', moment);
  await expect(clipper.getByRole('region', { name: 'Uploads' })).toContainText('moment.mp4');
  await expect(compared).toContainText("Nearly all of the clip's sound comes from the host's source.");

  await visit(host, `/clips/${clipId}`);
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

  await visit(host, `/listings/${listingId}`);
  const moments = host.getByRole('region', { name: 'Earnings by moment' });
  await expect(moments).toContainText('1 clip');
  await expect(moments).toContainText('$0.00 located');
  await visit(clipper, `/listings/${listingId}`);
  await expect(clipper.getByRole('region', { name: 'Moments that clips show already' })).toContainText(
    '1 clip',
  );
  expect(await readerFaults(clipper)).toEqual([]);

  const pinned = host.getByRole('region', { name: 'Pinned moments' });
  await pinned.getByLabel('Time').fill('0:30');
  await pinned.getByLabel('What happens there').fill('The parry');
  await pinned.getByRole('button', { name: 'Pin this moment' }).click();
  await expect(pinned.getByRole('button', { name: '0:30 The parry' })).toBeVisible();
  const transcript = host.getByRole('region', { name: 'Transcript' });
  await transcript.getByLabel('File (SRT or VTT)').setInputFiles({
    name: 'night.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(brokenSubtitles, 'latin1'),
  });
  await expect(transcript).toContainText('Yours has 2 lines.');
  await expect(transcript).toContainText('2 captions were left out');
  await expect(transcript).toContainText('Row 5: the times can\'t be read ("later --> 00:00:44").');
  expect(await readerFaults(host)).toEqual([]);
  await clipper.reload();
  await expect(clipper.getByRole('region', { name: 'Pinned moments' })).toContainText('0:30The parry');
  await expect(clipper.getByRole('switch', { name: /captions/ })).toBeVisible();

  // A clip of ten seconds is exported from the studio, sent with its post, found in the source, approved, and
  // paid.
  const post = await app.makePost({
    platform: 'tiktok',
    handle: 'matchcutter',
    curve: evening(),
    caption: 'Ten seconds of it #ad',
  });
  await visit(clipper, `/clipper/studio/${listingId}`);
  const playhead = clipper.getByRole('slider', { name: 'Playhead' });
  await playhead.press('p');
  await expect(playhead).toHaveAttribute('aria-valuetext', '00:00:30:00');
  await playhead.press('Home');
  await clipper.getByRole('tab', { name: 'Find' }).click();
  await clipper.getByRole('button', { name: /^[\d:]+ The parry$/ }).click();
  await expect(playhead).toHaveAttribute('aria-valuetext', '00:00:30:00');
  await clipper.getByLabel('Another transcript (SRT or VTT)').setInputFiles({
    name: 'own.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(`${brokenSubtitles}4\n09:00:00 --> 09:00:01\nlost\n`, 'latin1'),
  });
  await expect(clipper.getByText('3 captions were left out')).toBeVisible();
  await expect(clipper.getByText('Row 13: the caption begins after the video ends.')).toBeVisible();
  await clipper.getByLabel('Search what was said').fill('déjà');
  await expect(clipper.getByRole('button', { name: /^[\d:]+ Café déjà vu$/ })).toBeVisible();
  await clipper.getByLabel('Search what was said').fill('forgot');
  await clipper.getByRole('button', { name: /^[\d:]+ He forgot the parry$/ }).click();
  await expect(playhead).toHaveAttribute('aria-valuetext', '00:00:40:00');
  await playhead.press('Home');
  await playhead.press('PageUp');
  await clipper.keyboard.press('i');
  await playhead.press('PageUp');
  await clipper.keyboard.press('o');
  await expect(
    clipper.getByRole('region', { name: 'Timeline' }).getByText('Length 00:00:10:00'),
  ).toBeVisible();
  await clipper.getByRole('button', { name: /^Export/ }).click();
  await clipper.getByRole('link', { name: 'Submit this clip' }).click();
  await clipper.getByRole('button', { name: /^Attach the clip you exported in the studio/ }).click();
  await clipper.getByLabel('Clip URL').fill(post);
  await expect(clipper.getByLabel('Platform')).toHaveValue('tiktok');
  await clipper.getByLabel('Reported Views').fill('10');
  await expect(clipper.getByText('studio-clip.mp4 is sent with your clip.')).toBeVisible();
  await clipper.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(clipper.getByText('Clip Submitted!')).toBeVisible();
  const read = async (page: typeof host, path: string) => await (await page.request.get(path)).json();
  const cutId: string = (await read(clipper, '/api/clipper/submissions')).rows[0].id;
  expect(cutId).not.toBe(clipId);
  // The page sends the file of this clip.
  await expect.poll(async () => (await read(clipper, `/api/clips/${cutId}`)).match.state).toBe('matched');

  await visit(host, `/clips/${cutId}`);
  await expect(found).toContainText("Nearly all of the clip's sound comes from your source.");
  await expect(found).toContainText(/is 0:(09|10) to 0:(19|20) of the source/);
  await app.advance('46h', '6h');
  await approve(host, app, cutId);
  await app.advance('1m');

  await visit(host, `/listings/${listingId}`);
  await expect(moments).toContainText('$30.00 located');
  const map = await read(host, `/api/host/listings/${listingId}/moments`);
  const { paidMicros } = (await read(host, `/api/listings/${listingId}`)).budget;
  const earned: { second: number; earnedMicros: string }[] = map.seconds.filter(
    ({ earnedMicros }: { earnedMicros: string }) => earnedMicros !== '0',
  );
  expect(earned.every(({ second }) => second >= 9 && second <= 20)).toBe(true);
  const sum = earned.reduce((all, { earnedMicros }) => all + BigInt(earnedMicros), 0n);
  expect([sum + BigInt(map.notLocated.earnedMicros), sum]).toEqual([BigInt(paidMicros), 30_000_000n]);
});
