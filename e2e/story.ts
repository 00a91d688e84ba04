import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { operateByKeyboard } from './keyboard.ts';
import { admin, type RunningServer, startServer } from './server.ts';
import { stopCounting } from './stop-counting.ts';
import { toolsOf } from './tools.ts';

type App = ReturnType<typeof toolsOf> &
  Pick<RunningServer, 'baseUrl' | 'crashAndRestart' | 'leave'> & { admin: typeof admin };

/** Collects console errors and failed requests. A story fails if there is one that it did not expect. */
interface Complaints {
  watch(context: BrowserContext): void;
  /** Expects an error that the story provokes, such as the browser's message about a refused request. */
  expect(pattern: RegExp): void;
}

interface TestFixtures {
  /** The server of this worker, and its tools. */
  app: App;
  complaints: Complaints;
  /** Opens a new browser context for another person, which is watched like the first one. */
  newPerson(): Promise<Page>;
}

interface WorkerFixtures {
  server: RunningServer;
  ownServer: string;
  /** Environment variables of the story's own server. */
  environment: Record<string, string>;
}

/** A browser story: the built server, a watched page operated by keyboard, no unexpected console error. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // The name of a server that only stories with this name share. Stories that need the freshly seeded demo
  // have one, because others move their clock by days.
  ownServer: ['', { option: true, scope: 'worker' }],
  environment: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ ownServer: _, environment }, use) => {
      const server = await startServer(environment);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.baseUrl),
  app: async ({ server, ownServer }, use) => {
    const { baseUrl, crashAndRestart, leave, dataDir } = server;
    // A story with its own server keeps the demo as seeded. On the shared server, the clips of earlier
    // stories must not matter.
    if (ownServer === '') await stopCounting(dataDir);
    await use({ ...toolsOf(server), baseUrl, crashAndRestart, leave, admin });
  },
  complaints: [
    async ({ context }, use) => {
      const errors: string[] = [];
      const expected: RegExp[] = [];
      const watch = (watched: BrowserContext): void => {
        watched.on('console', (message) => {
          if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
        });
        watched.on('weberror', (error) => errors.push(String(error.error())));
      };
      watch(context);
      await use({ watch, expect: (pattern) => expected.push(pattern) });
      const unexpected = errors.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'console errors that the story did not expect').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    operateByKeyboard(page);
    await use(page);
  },
  newPerson: async ({ browser, complaints, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      complaints.watch(context);
      const page = await context.newPage();
      operateByKeyboard(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
