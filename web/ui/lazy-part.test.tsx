import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchEarly, lazyPart, whenLoaded } from './lazy-part.tsx';

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

test('a part waits for its chunk, and is drawn at once when the chunk was fetched before', async () => {
  const { Part, html } = partOf(async () => () => 'the part');
  expect(html()).toContain('waiting');
  await Part.load();
  expect(html()).toBe('the part');
});

test.each([
  ['is there', async () => () => 'the part'],
  ['could not be fetched', () => Promise.reject(new Error('offline'))],
])('what is shown when its chunk is there is shown, too, when that %s', async (_, fetchPart) => {
  const { Part } = partOf(fetchPart);
  await new Promise<void>((shown) => whenLoaded(Part, shown));
});

test('a chunk that is fetched early and not there leaves no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  fetchEarly(partOf(() => Promise.reject(new Error('offline'))).Part);
  // Node reports them once all that was promised is settled.
  await new Promise<void>((later) => setImmediate(later));
  expect(unhandled).not.toHaveBeenCalled();
});

test('keys pressed right after the second press reach what it shows', async () => {
  const { Part } = partOf(async () => () => 'the part');
  await Part.load();
  let shown = false;
  whenLoaded(Part, () => (shown = true));
  expect(shown).toBe(true);
});
