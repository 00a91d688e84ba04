import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * An optional part of a page: shows nothing until its scripts have loaded. If they fail, the page keeps what
 * was typed in it, and shows `instead`.
 */
export const OptionalPart = ({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary instead={instead}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
