import { afterEach, expect, it, vi } from 'vitest';
import { whenNear } from './when-near.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Gives the module a document with this element, and returns what calls its observers. */
function documentWith(element: { isConnected: boolean } | null) {
  const observers: Record<string, (entries: unknown[]) => void> = {};
  const observer = (kind: string) =>
    class {
      constructor(act: (entries: unknown[]) => void) {
        observers[kind] = act;
      }
      observe() {}
      disconnect() {}
    };
  vi.stubGlobal('document', { getElementById: () => element, body: {} });
  vi.stubGlobal('IntersectionObserver', observer('near'));
  vi.stubGlobal('MutationObserver', observer('changed'));
  return {
    near: (isIntersecting: boolean) => observers.near!([{ isIntersecting }]),
    changed: () => observers.changed!([]),
  };
}

/** Waits for the element. The returned function says whether the wait is over. */
function waiting() {
  const over = vi.fn();
  void whenNear('part').then(over);
  return async () => {
    await Promise.resolve();
    return over.mock.calls.length > 0;
  };
}

it('waits for a part that the document has until it is in the window', async () => {
  const page = documentWith({ isConnected: true });
  const isOver = waiting();
  page.near(false);
  page.changed();
  expect(await isOver()).toBe(false);
  page.near(true);
  expect(await isOver()).toBe(true);
});

it('waits no longer for a part that left the document, because nothing observes the one that replaces it', async () => {
  const element = { isConnected: true };
  const page = documentWith(element);
  const isOver = waiting();
  element.isConnected = false;
  page.changed();
  expect(await isOver()).toBe(true);
});

it('does not wait for a part that the document does not have', async () => {
  documentWith(null);
  expect(await waiting()()).toBe(true);
});
