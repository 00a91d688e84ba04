import type { CDPSession, Page } from '@playwright/test';

/** The processor is this many times slower than this machine's. */
export const SLOWDOWN = 4;

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

/**
 * The longest of the interactions that `act` makes on the slowed processor (a multiple of 8; shorter ones than 16 are not
 * reported), and how long after the first press what it `shows` is there, in milliseconds.
 */
export async function timed(
  page: Page,
  cdp: CDPSession,
  act: () => Promise<unknown>,
  { until, shows }: { until: () => Promise<unknown>; shows: string },
): Promise<{ longest: number; shown: number }> {
  await page.evaluate(watchFor, shows);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await act();
  await until();
  const durations = await page.evaluate(readDurations);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return durations;
}
