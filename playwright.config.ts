import { defineConfig } from '@playwright/test';

/** `npm run stories` finds the Chromium; without it Playwright's own is used. */
const executablePath = process.env.CHROMIUM_PATH;

/** Without a Firefox its stories are left out, and `npm test` says so. */
const withoutFirefox = process.env.FIREFOX_PATH ? [] : ['**/firefox.story.ts'];

/** Has a server of its own, so that it would begin last, and is longer than the rest by then. */
const first = '**/staging.story.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // `npm run screenshots` keeps a picture of every screen, and makes those of the README.
  projects: process.env.PICTURES
    ? [{ name: 'pictures', testMatch: ['readme.pictures.ts', 'appearance.story.ts'] }]
    : [
        { name: 'at-first', testMatch: first },
        { name: '', testMatch: '**/*.story.ts', testIgnore: [first, ...withoutFirefox] },
      ],
  outputDir: 'test-results/stories',
  // Every worker has a server and a database of its own. Two leave a processor idle while they wait, for a clock or a frame.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A fault of a busy machine that nobody can repeat stops no change; `npm test` names it (scripts/steps/faults.mjs).
  retries: 1,
  reporter: 'list',
  use: {
    // A story whose next press finds nothing to press says so, in place of waiting for its own end.
    actionTimeout: 60_000,
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Drawing what moves takes a twentieth of all stories; those of the shell (dialogs, menus, toasts) are told with it.
    contextOptions: { reducedMotion: 'reduce' },
    // What a page asks for is seen by the story, not by the script of the installed app; its own story lets it be.
    serviceWorkers: 'block',
    // Recording doubles the time: `npm run stories -- --trace on NAME` for the one that failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
