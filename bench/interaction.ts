import { loadavg } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from '../scripts/steps/chromium.mjs';
import { median } from './feed/load.ts';
import { type Interaction, interactions } from './interaction/interactions.ts';
import { timed, watchEvents } from './interaction/page.ts';
import { type Bench, row } from './result.ts';
import { signIn } from './web/sign-in.ts';
import { startServer } from './web/visits.ts';

const ROUNDS = 5;
const TARGET_MS = 100;
/** The processor is slowed by this factor. */
const SLOWDOWN = 4;
const AS_IT_IS = 1;

/** A page that does the minimum: a press changes one word. */
const blank = '<button onclick="this.textContent += \'!\'">Press</button>';

async function pressBlank(browser: Browser): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(blank);
  await page.evaluate(watchEvents);
  const cdp = await context.newCDPSession(page);
  const button = page.getByRole('button');
  const until = () => button.filter({ hasText: '!' }).waitFor();
  const { longest } = await timed(page, cdp, button, { until, shows: 'button', slowdown: SLOWDOWN });
  await context.close();
  return longest;
}

async function measure(browser: Browser, baseURL: string, one: Interaction, slowdown = SLOWDOWN) {
  const viewport = one.phone ? { width: 412, height: 823 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL, viewport });
  try {
    await context.addInitScript(watchEvents);
    await signIn(context, one.role);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(one.at);
    await one.ready(page);
    const cdp = await context.newCDPSession(page);
    const until = () => one.until(page);
    const act = Array.isArray(one.act) ? one.act : one.act(page);
    const measured = await timed(page, cdp, act, { until, shows: one.shows ?? 'body', slowdown });
    await one.after?.(page);
    return measured;
  } catch (error) {
    throw new Error(`"${one.name}" could not be measured.`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Measures the time from the press to the next paint, as the browser measures it, on a slowed processor. */
export const bench: Bench = async () => {
  const server = await startServer();
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const seen = new Map<string, number[]>();
    const note = (name: string, ms: number) => seen.set(name, [...(seen.get(name) ?? []), Math.round(ms)]);
    const least: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      least.push(await pressBlank(browser));
      for (const one of interactions) {
        const { longest, shown } = await measure(browser, server.address, one);
        note(one.name, longest);
        if (!one.shows) continue;
        note(`${one.name}, until it is shown`, shown);
        const fast = await measure(browser, server.address, one, AS_IT_IS);
        note(`${one.name}, until it is shown, not slowed`, fast.shown);
      }
    }
    const rows = [...seen].map(([name, durations]) =>
      row({
        name: `${name} (${Math.min(...durations)}-${Math.max(...durations)})`,
        value: median(durations),
        unit: 'ms',
        baseline: median(least),
        target: TARGET_MS,
        lowerIsBetter: true,
      }),
    );
    const load = loadavg().map((one) => one.toFixed(1));
    return { rows, total: { rounds: ROUNDS, slowdown: SLOWDOWN, load: load.join(' ') } };
  } finally {
    await browser.close();
    await server.stop();
  }
};
