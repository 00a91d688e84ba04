import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { arrive } from './by-request.ts';
import { readerFaults } from './faults.ts';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

/** Returns the file's properties as a platform reads them. */
async function probe(path: string) {
  const input = new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const sound = await input.getPrimaryAudioTrack();
  let frames = 0;
  for await (const _ of new EncodedPacketSink(video).packets()) frames += 1;
  return {
    frames,
    size: [await video.getDisplayWidth(), await video.getDisplayHeight()],
    codecs: [await video.getCodec(), await sound?.getCodec()],
    seconds: await input.computeDuration(),
  };
}

/** Returns the number of pixels of the finished clip with the colour of a spoken word, at this second. */
const litPixels = (page: Page, href: string, second: number): Promise<number> =>
  page.evaluate(
    async ([src, at]) => {
      const film = document.createElement('video');
      film.muted = true;
      film.src = src;
      await new Promise((done) => film.addEventListener('loadeddata', done, { once: true }));
      film.currentTime = at;
      await new Promise((done) => film.addEventListener('seeked', done, { once: true }));
      const canvas = new OffscreenCanvas(film.videoWidth, film.videoHeight);
      const context = canvas.getContext('2d')!;
      // On a busy machine the frame can be drawn only some time after the video reports it; until then
      // nothing is drawn.
      let data = new Uint8ClampedArray();
      do {
        await new Promise(requestAnimationFrame);
        context.drawImage(film, 0, 0);
        ({ data } = context.getImageData(0, 0, canvas.width, canvas.height));
      } while (data.every((value, i) => value === 0 || i % 4 === 3));
      let lit = 0;
      for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
        if (Math.abs(red - 200) < 30 && green > 215 && blue < 130) lit += 1;
      }
      return lit;
    },
    [href, second] as const,
  );

test('a clipper cuts, stacks, captions and exports a clip in the browser, and continues to submit it', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await enterDemo(page, 'clipper');
  await page.goto('/clipper/explore');
  await page
    .getByRole('list', { name: 'Listings' })
    .getByRole('link', { name: 'Any% practice, no resets', exact: true })
    .click();
  await page.getByRole('link', { name: 'Cut a clip', exact: true }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(page).toHaveURL(/\/clipper\/studio\//);
  const studio = page.url();
  await expect(timeline.getByText(/^Read .* of/)).toBeVisible();
  const fetched = () => timeline.locator('[data-fetched]').getAttribute('data-fetched');
  expect(Number(await fetched())).toBeLessThanOrEqual(1_000_000);

  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await playhead.press('Home');
  await playhead.press('Shift+ArrowRight');
  await page.keyboard.press('i');
  for (let second = 0; second < 2; second += 1) await playhead.press('Shift+ArrowRight');
  await page.keyboard.press('.');
  await page.keyboard.press('o');
  await expect(timeline.getByText('Length 00:00:02:01')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(timeline.getByText('Length 00:00:02:01')).toBeHidden();
  await page.keyboard.press('Control+Shift+z');

  await page.getByRole('tab', { name: 'Find' }).click();
  const suggested = page.getByRole('region', { name: 'Suggested moments' });
  await expect(suggested.getByText('Loudest 30 s of the recording')).toBeVisible();
  await suggested
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('tab', { name: 'Crop' }).click();
  await page.getByRole('radio', { name: 'Stack' }).check();
  await expect(page.getByRole('group', { name: 'Face' })).toBeVisible();

  const outside = page.getByText('Outside your cuts - won’t appear.');
  await playhead.press('PageUp');
  await page.getByRole('tab', { name: 'Captions' }).click();
  await page.getByLabel('New caption').fill('PARRY');
  await page.getByRole('button', { name: /Add caption/ }).click();
  await expect(outside).toBeVisible();
  await page.getByRole('button', { name: /^Remove the caption/ }).click();
  await playhead.press('Home');
  await playhead.press('Shift+ArrowRight');
  await page.getByLabel('New caption').fill('PARRY');
  await page.getByRole('button', { name: /Add caption/ }).click();
  await expect(outside).toBeHidden();
  await expect(page.getByRole('textbox', { name: /^Caption at/ })).toHaveValue('PARRY');
  expect(await readerFaults(page)).toEqual([]);

  await page.getByRole('button', { name: /^Export/ }).click();
  const download = page.getByRole('link', { name: 'Download' });
  await expect(download).toBeInViewport();
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const clip = await probe(await saved.path());
  expect(clip).toMatchObject({ size: [1080, 1920], codecs: ['avc', 'aac'] });
  expect(Math.abs(clip.frames - 41)).toBeLessThanOrEqual(1);
  expect(clip.seconds).toBeCloseTo(2.05, 0);
  const href = (await download.getAttribute('href'))!;
  const [spoken, after] = [await litPixels(page, href, 0.5), await litPixels(page, href, 1.7)];
  expect(spoken - after).toBeGreaterThan(500);

  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Submit this clip' }).click();
  await expect(page.getByLabel('Select Listing')).toHaveValue('Any% practice, no resets');
  await page.getByRole('button', { name: /^Attach the clip you exported in the studio/ }).click();
  await expect(page.getByText('studio-clip.mp4 is sent with your clip.')).toBeVisible();

  await page.goto(studio);
  await expect(timeline.getByText('Length 00:00:02:01')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Caption at/ })).toHaveValue('PARRY');
});

test('a clipper finds the studio from the first visit on, continues a cut and deletes it', async ({
  page,
  app,
}) => {
  await arrive(page, app, 'first_cuts');
  await page.goto('/clipper/dashboard');
  await expect(page.getByRole('link', { name: /^Cut your first clip/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Submissions' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Cut a clip' }).click();
  await expect(page).toHaveURL('/clipper/studio');
  await expect(page.getByText('No cuts yet')).toBeVisible();
  const title = 'Any% practice, no resets';
  await page.getByRole('link', { name: `Cut a clip of ${title}` }).click();
  await page
    .getByRole('button', { name: /^Use this moment/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Cuts' }).getByRole('listitem')).toContainText('00:30.0');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region', { name: 'Cut' })).toContainText('The chosen cut begins here');
  expect(await readerFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('0');
  await page.getByRole('button', { name: 'Zoom to the whole video' }).click();
  await expect(page.getByRole('button', { name: 'Zoom to the cut' })).toBeVisible();

  await page.goto('/clipper/studio');
  const cuts = page.getByRole('list', { name: 'Your cuts' });
  await expect(cuts.getByRole('listitem')).toContainText('1 cut');
  expect(await readerFaults(page)).toEqual([]);
  await page.getByRole('link', { name: `Continue to cut ${title}` }).click();
  await expect(page.getByRole('slider', { name: 'Playhead' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Delete the cuts of ${title}` }).click();
  await page.getByRole('button', { name: 'Delete cuts' }).click();
  await expect(page.getByText('No cuts yet')).toBeVisible();
  await expect(page.getByRole('link', { name: `Cut a clip of ${title}` })).toBeVisible();
});
