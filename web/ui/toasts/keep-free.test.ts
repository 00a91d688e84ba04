import { renderToStaticMarkup } from 'react-dom/server';
import { toast as sonner } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFree } from './keep-free.ts';
import { show } from './toast-cards.tsx';

const page = {
  changed: () => {},
  watched: null as unknown,
  coversAt: (_x: number, _y: number): boolean => false,
  isPointedAt: false,
};
const body = {};
const control = { closest: (what: string) => (what.startsWith('a, button') ? control : null) };

beforeEach(() => {
  vi.useFakeTimers();
  page.coversAt = () => false;
  page.isPointedAt = false;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('getComputedStyle', () => ({}));
  vi.stubGlobal('document', {
    body,
    querySelector: () => (page.isPointedAt ? {} : null),
    querySelectorAll: () => [],
    elementsFromPoint: (x: number, y: number) => (page.coversAt(x, y) ? [control] : []),
  });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        page.changed = changed;
      }
      observe(watched: unknown) {
        page.watched = watched;
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const shown = (id: string) => {
  sonner.custom(() => null as never, { id });
  const move = vi.fn();
  keepFree(id, 'bottom-right', move);
  return move;
};
const change = () => {
  page.changed();
  vi.advanceTimersByTime(1_000);
};

it('moves a shown toast to a free corner once a button appears below it', () => {
  const move = shown('moved');
  change();
  expect(move).not.toHaveBeenCalled();
  page.coversAt = (x, y) => x > 720 && y > 450;
  change();
  expect(move.mock.calls).toEqual([['bottom-left']]);
});

it('watches the whole body, because dialogs are beside the app’s root', () => {
  shown('watched');
  expect(page.watched).toBe(body);
});

it('leaves a toast where it is while somebody points at it, and moves it afterwards', () => {
  page.isPointedAt = true;
  const move = shown('held');
  page.coversAt = (x, y) => x > 720 && y > 450;
  change();
  expect(move).not.toHaveBeenCalled();
  page.isPointedAt = false;
  vi.advanceTimersByTime(1_000);
  expect(move.mock.calls).toEqual([['bottom-left']]);
});

it('does not announce a moved toast again, and keeps the time that it has left', () => {
  show('error', 'Not saved', undefined, { id: 'announced' });
  const drawn = () => {
    const found = sonner.getToasts().find(({ id }) => String(id).startsWith('announced'))!;
    if (!('jsx' in found)) throw new Error('the toast is being dismissed');
    return { html: renderToStaticMarkup(found.jsx), duration: found.duration };
  };
  expect(drawn().html).toContain('role="alert"');
  expect(drawn().duration).toBe(10_000);
  vi.advanceTimersByTime(4_000);
  page.coversAt = (x, y) => x > 720 && y > 450;
  page.changed();
  vi.advanceTimersByTime(200);
  expect(drawn().html).not.toContain('role="alert"');
  expect(drawn().html).toContain('aria-live="off"');
  expect(drawn().duration).toBe(5_800);
});
