import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForOutput } from '../wait-for-output.ts';

export interface Visit {
  /** Scores from 0 to 100. */
  scores: Record<Category, number>;
  layoutShift: number;
  largestPaintMs: number;
  /** URLs of the loaded scripts. */
  scripts: string[];
  /** The audits that kept a category below 100. */
  failures: string[];
}

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

interface Running {
  /** Extracts the address from the process's output. */
  address: string;
  stop(): Promise<void>;
}

/** Starts a process with its own folder and waits until it prints its address. */
async function start(
  command: string,
  args: (folder: string) => string[],
  env: (folder: string) => Record<string, string>,
  says: RegExp,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'permille-bench-'));
  const child = spawn(command, args(folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env(folder) },
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { address: await waitForOutput(child, says), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the built server as `npm start` does, with its demo in its own folder. */
export const startServer = (env: Record<string, string> = {}): Promise<Running> =>
  start(
    process.execPath,
    () => ['--max-semi-space-size=4', 'dist/server/main.js'],
    (DATA_DIR) => ({ DATA_DIR, DEMO: '1', DEMO_MARKET: '0', PORT: '0', LOG_LEVEL: 'warn', ...env }),
    /Permille is ready: (\S+)/,
  );

export const startBrowser = (chromium: string): Promise<Running> =>
  start(
    chromium,
    (folder) => [
      `--user-data-dir=${folder}`,
      '--remote-debugging-port=0',
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      'about:blank',
    ],
    () => ({}),
    /DevTools listening on ws:\/\/(\S+?)\//,
  );

/**
 * Lighthouse is downloaded when the bench runs, because with its dependencies it would be a quarter of every
 * clone's install.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** The parts of Lighthouse's report that this bench reads. */
interface Report {
  runtimeError?: { message: string };
  audits: Record<
    string,
    { score: number | null; numericValue?: number; displayValue?: string; details?: unknown }
  >;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

/**
 * Makes a first visit on Lighthouse's simulated phone and slow connection.
 * @param debugging host and port of the browser
 */
export async function visit(url: string, debugging: string): Promise<Visit> {
  const { hostname, port } = new URL(`http://${debugging}`);
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    `--hostname=${hostname}`,
    `--port=${port}`,
    '--output=json',
    '--quiet',
  ];
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 2 ** 28 });
  const lhr = JSON.parse(stdout) as Report;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const numeric = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const requests = lhr.audits['network-requests']?.details as
    | { items: { url: string; resourceType: string }[] }
    | undefined;
  const scoreOf = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: Object.fromEntries(categories.map((name) => [name, scoreOf(name)])) as Record<Category, number>,
    layoutShift: numeric('cumulative-layout-shift'),
    largestPaintMs: numeric('largest-contentful-paint'),
    scripts: (requests?.items ?? []).filter((item) => item.resourceType === 'Script').map((item) => item.url),
    failures: Object.values(lhr.categories).flatMap((category) =>
      category.auditRefs
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
    ),
  };
}
