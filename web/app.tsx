import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { routeTable } from './routes/table.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

const Toaster = lazy(async () => ({ default: (await import('./ui/toast.tsx')).Toaster }));

/** A new page starts at its top, with the focus on its content: what a full page load would do. */
function useFreshStart(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The whole web app below its providers. */
export function App() {
  const page = useRoutes(routeTable);
  const { pathname } = useLocation();
  useFreshStart(pathname);
  return (
    <TooltipProvider>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={null}>{page}</Suspense>
      </ErrorBoundary>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </TooltipProvider>
  );
}
