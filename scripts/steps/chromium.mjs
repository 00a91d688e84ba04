import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, StepFailed, step } from './project.mjs';

/** The headless shell first: stories take a third of the time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium that runs: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new StepFailed(`CHROMIUM_PATH must name a Chromium that runs, and ${given} does not.`);
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const { chromium } = await import('@playwright/test');
  return (
    [...onPath, ...places, chromium.executablePath()].find((path) => existsSync(path) && runs(path)) ?? null
  );
}

/** Some distributions ship a launcher that only names the package to install. */
const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Finds a Chromium or installs one. @throws StepFailed with what to do when neither works */
export async function chromiumPath() {
  const found = await findChromium();
  if (found) return found;
  const asRoot = process.getuid?.() === 0;
  if (asRoot && existsSync('/usr/bin/apt-get'))
    await step('Installing Chromium (apt-get)', () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const apt = (...args) => spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 2, 2], env });
      apt('update');
      for (const browser of ['chromium-headless-shell', 'chromium'])
        if (apt('install', '-y', '--no-install-recommends', browser, 'fonts-liberation').status === 0) return;
    });
  const installed = await findChromium();
  if (installed) return installed;
  await step('Installing Chromium (Playwright)', () => {
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    const args = [cli, 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium'];
    spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  });
  const own = await findChromium();
  if (own) return own;
  throw new StepFailed(
    'No Chromium was found for the browser stories; install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
