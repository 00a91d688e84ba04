import type { CDPSession, Locator, Page } from '@playwright/test';

declare global {
  interface Window {
    eventDurations: number[];
    pressedAt: number;
    untilShown: Promise<number>;
  }
}

/** Collects the durations that the browser itself measures, from a press to the next paint. */
export function watchEvents(): void {
  const seen: number[] = [];
  window.eventDurations = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId) seen.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Times how long after the next press something is in the page. Without inner names, which tsx would mark by a helper. */
function watchFor(selector: string): void {
  window.eventDurations.length = 0;
  window.pressedAt = 0;
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      (event) => {
        window.pressedAt = window.pressedAt || event.timeStamp;
      },
      { capture: true },
    );
  window.untilShown = new Promise((found) => {
    const timer = setInterval(() => {
      if (!window.pressedAt || !document.querySelector(selector)) return;
      clearInterval(timer);
      requestAnimationFrame(() => found(performance.now() - window.pressedAt));
    }, 4);
  });
}

/** Entries come after the frame that they end with. */
const readDurations = () =>
  new Promise<{ longest: number; shown: number }>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(async () => {
        const SHORTEST_MS = 16;
        resolve({ longest: Math.max(SHORTEST_MS, ...window.eventDurations), shown: await window.untilShown });
      }, 200),
    ),
  );

/** A finger stays on a button for so long. */
const PRESS_MS = 60;
const BETWEEN_KEYS_MS = 120;

/** Not by `hover`, whose listeners stay in the page. */
async function pointAt(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const at = [x + width / 2, y + height / 2] as const;
  await page.mouse.move(...at);
  // Without the checks of a locator's click, which the page would run between the press and its frame.
  return () => page.mouse.click(...at, { delay: PRESS_MS });
}

async function type(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: BETWEEN_KEYS_MS });
}

/** In the page: until well after the frame that a press ends with. */
const framePassed = () => new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go, 400)));

/**
 * The longest of the interactions that `act` makes on a processor slowed so many times (a multiple of 8; shorter ones than 16 are not
 * reported), and how long after the first press what it `shows` is there, in milliseconds.
 */
export async function timed(
  page: Page,
  cdp: CDPSession,
  act: Locator | string[],
  { until, shows, slowdown }: { until: () => Promise<unknown>; shows: string; slowdown: number },
): Promise<{ longest: number; shown: number }> {
  // Whoever presses has pointed at it before.
  const press = Array.isArray(act) ? () => type(page, act) : await pointAt(page, act);
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchFor, shows);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await press();
  // Asking the page whether something is shown takes it tens of milliseconds.
  await page.evaluate(framePassed);
  await until();
  const durations = await page.evaluate(readDurations);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return durations;
}
