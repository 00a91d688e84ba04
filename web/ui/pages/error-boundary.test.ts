import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary, loadByItself } from './error-boundary.tsx';

test('a broken optional part shows nothing, any other says that it did not load', () => {
  const broken = (props: { instead?: null }) => {
    const part = new ErrorBoundary({ ...props, children: 'the part' });
    part.state = ErrorBoundary.getDerivedStateFromError();
    return part.render();
  };
  expect(broken({ instead: null })).toBeNull();
  expect(renderToStaticMarkup(createElement(Fragment, null, broken({})))).toContain(
    'This page did not load.',
  );
});

test('a page that fails again right after it was loaded again waits for a press', () => {
  const values = new Map<string, string>();
  const kept = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const load = vi.fn();
  for (const now of [1_000_000, 1_030_000]) loadByItself(kept, now, load);
  expect(load).toHaveBeenCalledTimes(1);
  loadByItself(kept, 1_060_000, load);
  expect(load).toHaveBeenCalledTimes(2);
});
