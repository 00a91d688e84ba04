import { type Browser, launch, type Page } from 'puppeteer-core';
import { test as base, expect } from './story.ts';

// Playwright drives only its own build of Firefox; these stories use the installed one, through the standard
// protocol (WebDriver BiDi).

interface Firefox {
  firefox: Page;
  /** Opens a window of another person, which shares nothing with the first one. */
  another(): Promise<Page>;
}

/** A story in the installed Firefox. A story fails if its Firefox meets an error. */
export const test = base.extend<Firefox, { installed: Browser }>({
  ownServer: 'firefox',
  installed: [
    async ({ ownServer: _ }, use) => {
      const browser = await launch({ browser: 'firefox', executablePath: process.env.FIREFOX_PATH! });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  another: async ({ installed }, use) => {
    const met: string[] = [];
    const contexts: Awaited<ReturnType<Browser['createBrowserContext']>>[] = [];
    await use(async () => {
      const context = await installed.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.setViewport({ width: 1440, height: 900 });
      page.on('console', (message) => message.type() === 'error' && met.push(message.text()));
      page.on('pageerror', (error) => met.push(String(error)));
      page.on('response', (reply) => {
        if (reply.status() >= 400) met.push(`${reply.status()} ${reply.url()}`);
      });
      return page;
    });
    for (const context of contexts) await context.close();
    expect(met, 'errors that Firefox met').toEqual([]);
  },
  firefox: async ({ another }, use) => use(await another()),
  // The usual fixture would start a Chromium, even for stories that need none.
  complaints: async ({ ownServer: _ }, use) => {
    const none = () => undefined;
    await use({ watch: none, expect: none });
  },
});

export const by = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;

/** Presses the demo's button on the login page. */
export async function enterDemo(page: Page, baseUrl: string, role: 'host' | 'clipper'): Promise<void> {
  await page.goto(`${baseUrl}/auth?mode=login`);
  await page.locator(by('button', `Demo ${role}`)).click();
  await page.waitForSelector(by('button', 'Search or go to'));
  expect(new URL(page.url()).pathname).toBe(`/${role}/dashboard`);
}

/** Waits until an element has this text, which may be part of its text. */
export const waitForText = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`);

/** Returns the text of the page's part with this name. */
export const textOf = (page: Page, part: string): Promise<string> =>
  page.$eval(`::-p-aria(${part})`, (element) => (element as HTMLElement).innerText);
