import { defineConfig } from '@playwright/test';

/** `npm run stories` finds the Chromium; without it Playwright's own is used. */
const executablePath = process.env.CHROMIUM_PATH;

/** Without a Firefox its stories are skipped, and `npm test` says so. */
const withoutFirefox = process.env.FIREFOX_PATH ? [] : ['**/firefox*.story.ts'];

/** Starts first: it is the longest story, and stories with their own server would otherwise start last. */
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
  // Every worker has its own server and database. Two workers would leave a processor idle while they wait
  // for a clock or a frame.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A single failure on a busy machine must not stop a change; `npm test` reports it
  // (scripts/steps/faults.mjs).
  retries: 1,
  reporter: 'list',
  use: {
    // A story that finds nothing to press fails with a message, before its own time limit.
    actionTimeout: 60_000,
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Drawing animations takes a twentieth of all stories' time; the stories of the shell (dialogs, menus,
    // toasts) test without them too.
    contextOptions: { reducedMotion: 'reduce' },
    // A story sees a page's requests only without the installed app's service worker; the worker's own story
    // allows it.
    serviceWorkers: 'block',
    // Recording doubles the time: use `npm run stories -- --trace on NAME` for a failed story.
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
