import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * What a page can do without: shown once its scripts are there, and nothing until then. If they don't come, the page stays with
 * what was typed in it, and shows `instead`.
 */
export const Extra = ({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary instead={instead}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
