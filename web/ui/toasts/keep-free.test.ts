import { toast as sonner } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFree } from './keep-free.ts';

const page = { changed: () => {}, coversAt: (_x: number, _y: number): boolean => false, isPointedAt: false };
const control = { closest: (what: string) => (what.startsWith('a, button') ? control : null) };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('getComputedStyle', () => ({}));
  vi.stubGlobal('document', {
    getElementById: () => ({}),
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
      observe() {}
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

it('leaves a toast where it is while somebody points at it', () => {
  page.isPointedAt = true;
  const move = shown('held');
  page.coversAt = (x, y) => x > 720 && y > 450;
  change();
  expect(move).not.toHaveBeenCalled();
});
