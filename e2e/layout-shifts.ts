import type { Page } from '@playwright/test';

export interface Shifts {
  /** The sum of the scores of all layout shifts. */
  score: number;
  /** Elements that moved, with their old and new places. */
  what: string[];
}

/** Returns the layout shifts since the page was opened. */
export const shifts = (page: Page): Promise<Shifts> => page.evaluate(seenShifts);

/** Runs in the page and returns its layout shifts. */
async function seenShifts(): Promise<Shifts> {
  await document.fonts.ready;
  const found: Shifts = { score: 0, what: [] };
  const report = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      found.score += entry.value;
      found.what.push(described(entry));
    }
  };
  new PerformanceObserver(report).observe({ type: 'layout-shift', buffered: true });
  // Buffered entries arrive in a separate task, after the current frame.
  await new Promise<void>((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
  );
  return found;

  interface Shift {
    value: number;
    sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  function described({ value, sources }: Shift): string {
    const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(',');
      return `${element?.outerHTML.slice(0, 160)} [${place(from)} → ${place(to)}]`;
    });
    return `${value.toFixed(4)}: ${what.join(' | ')}`;
  }
}
