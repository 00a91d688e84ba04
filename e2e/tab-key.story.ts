import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

// The story has its own server with the freshly seeded demo, because other stories move the clock.
test.use({ ownServer: 'demo' });

interface Stop {
  name: string;
  /** Whether the focus is visible. */
  seen: boolean;
  /** Whether the element follows the previous one in the document. */
  forward: boolean;
}

/** Presses Tab from the top of the page until the focus leaves it or returns to an earlier element. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(where);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab does not leave the page: ${stops.map(({ name }) => name).join(', ')}`);
}

/**
 * Runs in the page and returns the focused element; null when the focus has left the page or returned to an
 * earlier element.
 */
function where(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || element.dataset.walked) return null;
  const before = [...document.querySelectorAll<HTMLElement>('[data-walked]')]
    .sort((a, b) => Number(a.dataset.walked) - Number(b.dataset.walked))
    .at(-1);
  element.dataset.walked = String(document.querySelectorAll('[data-walked]').length + 1);
  let seen = false;
  for (let at: HTMLElement | null = element, up = 0; at && up < 3; at = at.parentElement, up++) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    seen ||= outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  }
  const forward =
    !before || Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? '';
  return {
    name: name || (element as HTMLInputElement).labels?.[0]?.textContent || element.tagName,
    seen,
    forward,
  };
}

const screens: [string, 'host' | null, string[]][] = [
  ['/auth?role=host', null, ['Email', 'Password', 'Confirm password', 'Create Account']],
  ['/host/submissions', 'host', ['Skip to content', 'Approve']],
  ['/host/create', 'host', ['Title', 'Description', 'Choose file', 'Post Listing']],
];

for (const [path, visitor, landmarks] of screens) {
  test(`Tab alone leads through ${path} in order, is always visible, and leads out again`, async ({
    page,
  }) => {
    if (visitor) await enterDemo(page, visitor);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops = await walk(page);
    expect(stops.filter(({ seen }) => !seen)).toEqual([]);
    expect(stops.filter(({ forward }) => !forward)).toEqual([]);
    const passed = stops.map(({ name }) => name);
    let last = -1;
    for (const landmark of landmarks) {
      const at = passed.findIndex((name, index) => index > last && name.startsWith(landmark));
      expect(at, `${landmark} after ${passed[last]}, among ${passed.join(' / ')}`).toBeGreaterThan(last);
      last = at;
    }
  });
}
