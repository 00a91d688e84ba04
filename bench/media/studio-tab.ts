import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import { enter } from './stage.ts';

/** Length of the cut in seconds. */
export const CUT_SECONDS = 20;

export type Export = 'lossless' | 'edited';

/** The costs of one visit of the studio. */
export interface StudioVisit {
  /**
   * Bytes of the source and its seek index that are read until the source's first picture is shown, and then
   * for the cut and its export.
   */
  opened: number;
  exported: number;
  /** Wall time of the export, from the press on. */
  exportSeconds: number;
  /** Peak memory of the tab's process. */
  memoryMb: number;
}

/**
 * Opens the studio of a listing at its first pin, cuts there, and copies the cut or captions and exports it.
 */
export async function visitStudio(address: string, listingId: string, mode: Export): Promise<StudioVisit> {
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
    await enter(context, address, 'clipper');
    let bytes = 0;
    // The worker's reads are included; the page's playback of the clip is not.
    context.on('response', (reply) => {
      if (reply.status() === 206 && reply.url().startsWith(`${address}/media/`))
        bytes += Number(reply.headers()['content-length']);
    });
    /**
     * Returns the bytes read until no more arrive, because pictures are still read after the work has
     * returned.
     */
    const during = async (work: () => Promise<unknown>) => {
      const before = bytes;
      await work();
      for (let last = -1; last !== bytes; await pause(QUIET_MS)) last = bytes;
      return bytes - before;
    };
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    const opened = await during(async () => {
      await page.goto(`/clipper/studio/${listingId}`);
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByText(/^Read .* of/)
        .waitFor();
    });
    let exportSeconds = 0;
    const exported = await during(async () => {
      await cutAtPin(page);
      if (mode === 'edited') await addCaption(page);
      const since = performance.now();
      await exportBy(page, mode === 'edited' ? 'Export the clip' : 'Export original cut (no re-encode)');
      exportSeconds = (performance.now() - since) / 1_000;
    });
    return { opened, exported, exportSeconds, memoryMb: await mostMemory(browser) };
  } finally {
    await browser.close();
  }
}

const QUIET_MS = 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function addCaption(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Captions' }).click();
  await page.getByLabel('New caption').fill('he forgot the parry');
  await page.getByRole('button', { name: /Add caption/ }).click();
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

/** Returns the peak memory of the largest page process; 0 on systems other than Linux. */
async function mostMemory(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const most = pages.map(({ id }) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.max(...most.map(Number)) / 1024;
}
