import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import { enter } from './stage.ts';

/** Of what is cut. */
export const CUT_SECONDS = 20;

/** What one visit of the studio took. */
export interface StudioVisit {
  /** Bytes of the source: until it is shown, for a copy of the cut, for the edited clip. */
  opened: number;
  copied: number;
  edited: number;
  /** Wall time of the edited clip, from the press on. */
  editedSeconds: number;
  /** The most memory that the tab's process ever held. */
  memoryMb: number;
}

/** Opens the studio of a listing at its first pin, cuts there, copies the cut, captions it and exports it. */
export async function visitStudio(address: string, listingId: string): Promise<StudioVisit> {
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
    await enter(context, address, 'clipper');
    let bytes = 0;
    // Those of the worker too.
    context.on('response', (reply) => {
      if (reply.status() === 206) bytes += Number(reply.headers()['content-length']);
    });
    const during = async (work: () => Promise<unknown>) => {
      const before = bytes;
      await work();
      return bytes - before;
    };
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const opened = await during(async () => {
      await page.goto(`/clipper/studio/${listingId}`);
      await timeline.getByText(/^Read .* of/).waitFor();
    });
    await cutAtPin(page);
    const copied = await during(() => exportBy(page, 'Copy the cut, lossless'));
    await page.getByRole('tab', { name: 'Captions' }).click();
    await page.getByLabel('New caption').fill('he forgot the parry');
    await page.getByRole('button', { name: /Add caption/ }).click();
    const since = performance.now();
    const edited = await during(() => exportBy(page, 'Export the clip'));
    const editedSeconds = (performance.now() - since) / 1_000;
    return { opened, copied, edited, editedSeconds, memoryMb: await mostMemory(browser) };
  } finally {
    await browser.close();
  }
}

async function cutAtPin(page: Page): Promise<void> {
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await playhead.press('p');
  await playhead.press('i');
  for (let second = 0; second < CUT_SECONDS; second += 10) await playhead.press('PageUp');
  await playhead.press('o');
  await page.getByText(`Length 00:00:${CUT_SECONDS}:00`).waitFor();
}

async function exportBy(page: Page, button: string): Promise<void> {
  await page.getByRole('tab', { name: 'Export' }).click();
  await page.getByRole('button', { name: button }).click();
  const underWay = page.getByText(button === 'Export the clip' ? 'Exporting the clip' : 'Copying the cut');
  await underWay.waitFor();
  await underWay.waitFor({ state: 'hidden' });
  await page.getByRole('status').getByText('Your clip is ready').waitFor();
}

/** Of the largest page process, by Linux's count; 0 elsewhere. */
async function mostMemory(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const most = pages.map(({ id }) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.max(...most.map(Number)) / 1024;
}
