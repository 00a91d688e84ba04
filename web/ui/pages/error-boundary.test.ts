import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

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
