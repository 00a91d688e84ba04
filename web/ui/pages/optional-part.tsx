import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * A part of a page that is not essential. It shows nothing until its scripts have loaded. If loading fails,
 * it shows `instead`, and the page keeps the text that was typed into it.
 */
export const OptionalPart = ({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary instead={instead}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
