import { layoutFaults } from './faults.ts';
import { by, enterDemo, test, waitForText } from './firefox.ts';
import { expect } from './story.ts';

/** Runs in the page and returns the words of each line of its headline. */
function headline(): string[] {
  const lines: { bottom: number; text: string }[] = [];
  const heading = document.querySelector('h1')!;
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const word of node.textContent!.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const { bottom } = range.getBoundingClientRect();
      const line = lines.at(-1);
      if (line && Math.abs(line.bottom - bottom) < 4) line.text += ` ${word[0]}`;
      else lines.push({ bottom, text: word[0] });
    }
  return lines.map(({ text }) => text);
}

test('in Firefox the headline of the landing page keeps its two lines, and nothing is wider than a phone or a screen', async ({
  firefox: page,
  server,
}) => {
  await page.goto(server.baseUrl);
  // The story waits until the page is loaded: when Firefox leaves a page during a load, the load fails and
  // the page complains.
  await page.waitForNetworkIdle();
  for (const width of [360, 1440, 1920]) {
    await page.setViewport({ width, height: 900 });
    await page.evaluate(() => document.fonts.ready.then(() => null));
    expect(await page.evaluate(headline), `${width} pixels`).toEqual([
      'Cut the stream.',
      'Get paid per view.',
    ]);
    expect(await layoutFaults(page), `${width} pixels`).toEqual([]);
  }
});

test('in Firefox a host signs in with the demo’s button, approves a clip by key and undoes it', async ({
  firefox: page,
  server,
}) => {
  await enterDemo(page, server.baseUrl, 'host');
  await page.locator(by('link', 'Review Submissions')).click();
  const rows = () =>
    page.$$eval(`${by('list', 'Clips that wait')} ::-p-aria([role="button"])`, (buttons) =>
      buttons.map((button) => button.ariaCurrent),
    );
  await expect.poll(rows).toEqual(['true', null, null]);
  await page.keyboard.press('j');
  await expect.poll(rows).toEqual([null, 'true', null]);
  await page.keyboard.press('a');
  await expect.poll(rows).toHaveLength(2);
  await page.locator(by('button', 'Undo')).click();
  await waitForText(page, 'Decision taken back');
  await expect.poll(rows).toHaveLength(3);
});

test('in Firefox the Clip Studio opens the video of a listing, and plays it', async ({
  firefox: page,
  server,
}) => {
  await enterDemo(page, server.baseUrl, 'clipper');
  await page.locator(by('link', 'Explore Listings')).click();
  await page.locator(by('link', 'Any% practice, no resets')).click();
  await page.locator(by('link', 'Cut a clip')).click();
  const playhead = await page.waitForSelector(by('slider', 'Playhead'));
  const time = () => playhead!.evaluate((slider) => slider.ariaValueText);
  const atFirst = await time();
  await page.locator(by('button', 'Play')).click();
  await page.waitForSelector(by('button', 'Pause'));
  await expect.poll(time).not.toBe(atFirst);
});
