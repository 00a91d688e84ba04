import { loadavg } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from '../scripts/steps/chromium.mjs';
import { median } from './feed/load.ts';
import { type Bench, row } from './result.ts';
import { signIn } from './web/sign-in.ts';
import { startServer } from './web/visits.ts';

const ROUNDS = 7;

interface Line {
  name: string;
  /** Delay before the first byte of each answer. */
  latencyMs: number;
  bitsPerSecond: number;
  /** The processor is slowed by this factor. */
  slowdown: number;
  targetMs: number;
}

/** The connections: Lighthouse's phone on 4G, and one at home. */
const lines: Line[] = [
  { name: 'a phone', latencyMs: 150, bitsPerSecond: 1_600_000, slowdown: 4, targetMs: 3_500 },
  { name: 'at home', latencyMs: 30, bitsPerSecond: 20_000_000, slowdown: 1, targetMs: 800 },
];

const pages = [
  { role: 'host', path: '/host/dashboard' },
  { role: 'host', path: '/host/submissions' },
  { role: 'host', path: '/host/create' },
  { role: 'clipper', path: '/clipper/dashboard' },
  { role: 'clipper', path: '/clipper/earnings' },
];

interface Opening {
  ms: number;
  scripts: number;
}

/**
 * Returns the time from the request of the URL until the page's heading is shown, in a browser without the
 * app's files.
 */
async function open(
  browser: Browser,
  baseURL: string,
  page: (typeof pages)[number],
  line: Line,
): Promise<Opening> {
  const context = await browser.newContext({ baseURL });
  try {
    await signIn(context, page.role);
    const tab = await context.newPage();
    let scripts = 0;
    tab.on('request', (request) => {
      if (request.resourceType() === 'script') scripts++;
    });
    const cdp = await context.newCDPSession(tab);
    const throughput = line.bitsPerSecond / 8;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: line.latencyMs },
      ...{ downloadThroughput: throughput, uploadThroughput: throughput },
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: line.slowdown });
    const since = performance.now();
    await tab.goto(page.path, { waitUntil: 'commit' });
    await tab.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    return { ms: performance.now() - since, scripts };
  } finally {
    await context.close();
  }
}

/** Measures the time until members see a page that they open in a browser without the app's files. */
export const bench: Bench = async () => {
  const server = await startServer();
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const cases = lines.flatMap((line) => pages.map((page) => ({ line, page, seen: [] as Opening[] })));
    for (let n = 0; n < ROUNDS; n++)
      for (const { line, page, seen } of cases) seen.push(await open(browser, server.address, page, line));
    const rows = cases.map(({ line, page, seen }) => {
      const durations = seen.map(({ ms }) => Math.round(ms));
      return row({
        name: `${page.path}, ${line.name} (${Math.min(...durations)}-${Math.max(...durations)}, ${seen[0]!.scripts} scripts)`,
        value: median(durations),
        unit: 'ms',
        baseline: null,
        target: line.targetMs,
        lowerIsBetter: true,
      });
    });
    return {
      rows,
      total: {
        rounds: ROUNDS,
        load: loadavg()
          .map((one) => one.toFixed(1))
          .join(' '),
      },
    };
  } finally {
    await browser.close();
    await server.stop();
  }
};
