import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useRoutes } from 'react-router';
import { routeTable } from './routes/table.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Spinner } from './ui/skeleton.tsx';

/** The whole web app below its router. */
export function App() {
  const page = useRoutes(routeTable);
  const { pathname } = useLocation();
  useFreshStart(pathname);
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<Spinner />}>{page}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * A new page starts at its top, with the focus on its content: what a full page load would do. Going back keeps the
 * place that the browser remembers.
 */
function useFreshStart(pathname: string): void {
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind === 'POP') return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, kind]);
}
