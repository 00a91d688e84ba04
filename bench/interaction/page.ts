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

/**
 * Measures the time from the next press until a selector matches. It contains no named inner functions,
 * because tsx would wrap them in a helper.
 */
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

/**
 * Runs in the page. Returns the longest duration of an event, and the time until the selector matched. Waits
 * first, because the browser reports an event's duration only after the next frame.
 */
const readDurations = () =>
  new Promise<{ longest: number; shown: number }>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(async () => {
        const SHORTEST_MS = 16;
        resolve({ longest: Math.max(SHORTEST_MS, ...window.eventDurations), shown: await window.untilShown });
      }, 200),
    ),
  );

/** Milliseconds for which a finger stays on a button. */
const PRESS_MS = 60;
const BETWEEN_KEYS_MS = 120;

/**
 * Moves the mouse over an element, and returns a function that presses it. `hover` is not used, because its
 * listeners would remain in the page.
 */
async function pointAt(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const at = [x + width / 2, y + height / 2] as const;
  await page.mouse.move(...at);
  // The press skips the checks of a locator's click, which the page would run between the press and its
  // frame.
  return () => page.mouse.click(...at, { delay: PRESS_MS });
}

async function type(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: BETWEEN_KEYS_MS });
}

/** Runs in the page: waits until well after the frame that ends a press. */
const framePassed = () => new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go, 400)));

/**
 * Returns two times in milliseconds on a processor slowed by `slowdown`. `longest` is the longest interaction
 * of `act`, which the browser rounds to 8 and does not report below 16. `shown` is the time from the first
 * press until `shows` appears.
 */
export async function timed(
  page: Page,
  cdp: CDPSession,
  act: Locator | string[],
  { until, shows, slowdown }: { until: () => Promise<unknown>; shows: string; slowdown: number },
): Promise<{ longest: number; shown: number }> {
  // The pointer is over the element before the press, as a person's would be.
  const press = Array.isArray(act) ? () => type(page, act) : await pointAt(page, act);
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchFor, shows);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await press();
  // The page itself waits for the frame, because asking from outside takes tens of milliseconds.
  await page.evaluate(framePassed);
  await until();
  const durations = await page.evaluate(readDurations);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return durations;
}
