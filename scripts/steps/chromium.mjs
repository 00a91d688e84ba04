import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptInstall, asRoot, findProgram } from './programs.mjs';
import { root, StepFailed, step } from './project.mjs';

/** The headless shell is tried first, because stories take a third of the time in it. */
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

/**
 * Returns the path of a Chromium that runs: that of CHROMIUM_PATH, the system's, or Playwright's own. Null
 * when there is none.
 */
async function findChromium() {
  const { chromium } = await import('@playwright/test');
  return findProgram({
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names,
    places: [...places, chromium.executablePath()],
  });
}

/** Finds a Chromium or installs one. @throws StepFailed with what to do when neither works */
export async function chromiumPath() {
  const found = await findChromium();
  if (found) return found;
  const small = (name) => ['--no-install-recommends', name, 'fonts-liberation'];
  await aptInstall('Chromium', [small('chromium-headless-shell'), small('chromium')]);
  const installed = await findChromium();
  if (installed) return installed;
  await step('Installing Chromium (Playwright)', () => {
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    const args = [cli, 'install', ...(asRoot() ? ['--with-deps'] : []), 'chromium'];
    spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  });
  const own = await findChromium();
  if (own) return own;
  throw new StepFailed(
    'No Chromium was found for the browser stories; install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
