import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

const browser = new EventTarget();
vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
afterAll(() => vi.unstubAllGlobals());
// The module adds its listeners when it is imported. Another test file of this worker may have imported it
// without a browser.
vi.resetModules();
const { fetchEarly, lazyPart, whenLoaded } = await import('./lazy-part.tsx');

const partOf = (fetchPart: () => Promise<() => string>) => {
  const Part = lazyPart(fetchPart);
  const html = () =>
    renderToStaticMarkup(
      <Suspense fallback="waiting">
        <Part />
      </Suspense>,
    );
  return { Part, html };
};

test('a part waits for its chunk, and renders at once if the chunk was fetched before', async () => {
  const { Part, html } = partOf(async () => () => 'the part');
  expect(html()).toContain('waiting');
  await Part.load();
  expect(html()).toBe('the part');
});

test.each([
  ['is there', async () => () => 'the part'],
  ['could not be fetched', () => Promise.reject(new Error('offline'))],
])('content that appears when its chunk arrives also appears when that %s', async (_, fetchPart) => {
  const { Part } = partOf(fetchPart);
  await new Promise<void>((shown) => whenLoaded(Part, shown));
});

test('a chunk that is fetched early and fails leaves no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  fetchEarly(partOf(() => Promise.reject(new Error('offline'))).Part);
  // Node reports unhandled rejections only after all promises have settled.
  await new Promise<void>((later) => setImmediate(later));
  expect(unhandled).not.toHaveBeenCalled();
});

test('keys pressed right after the second press reach the part that it shows', async () => {
  const { Part } = partOf(async () => () => 'the part');
  await Part.load();
  let shown = false;
  whenLoaded(Part, () => (shown = true));
  expect(shown).toBe(true);
});

/** A chunk whose first load fails when `fail` is called. */
function failsOnce() {
  let fail = () => {};
  const aborted = new Promise<never>((_, reject) => (fail = () => reject(new Error('aborted'))));
  const fetchPart = vi.fn(async () => () => 'the part').mockReturnValueOnce(aborted);
  const load = partOf(fetchPart).Part.load();
  return { load, fail, fetchPart };
}

test('a chunk that a browser aborts because its page is left is fetched again when the page is shown again', async () => {
  const { load, fail, fetchPart } = failsOnce();
  browser.dispatchEvent(new Event('pagehide'));
  fail();
  await new Promise<void>((later) => setImmediate(later));
  expect(fetchPart).toHaveBeenCalledTimes(1);
  browser.dispatchEvent(new Event('pageshow'));
  await load;
  expect(fetchPart).toHaveBeenCalledTimes(2);
});

test('a chunk that fails on a visible page fails at once, also after the page was left and shown again', async () => {
  for (const kind of ['pagehide', 'pageshow']) browser.dispatchEvent(new Event(kind));
  const { load, fail, fetchPart } = failsOnce();
  fail();
  await expect(load).rejects.toThrow('aborted');
  expect(fetchPart).toHaveBeenCalledTimes(1);
});
