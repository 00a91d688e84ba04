import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useRoutes } from 'react-router';
import { useSession } from './features/accounts/session.ts';
import { routeTable } from './routes/table.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { NowProvider } from './ui/now.tsx';
import { Spinner } from './ui/skeleton.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

const Toaster = lazy(async () => ({ default: (await import('./ui/toast.tsx')).Toaster }));

/** The whole web app below its providers. */
export function App() {
  const page = useRoutes(routeTable);
  const { pathname } = useLocation();
  useFreshStart(pathname);
  return (
    <ServerTime>
      <TooltipProvider>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Spinner />}>{page}</Suspense>
        </ErrorBoundary>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </TooltipProvider>
    </ServerTime>
  );
}

function ServerTime({ children }: { children: ReactNode }) {
  const { data, dataUpdatedAt } = useSession();
  return <NowProvider offsetMs={data ? data.now.getTime() - dataUpdatedAt : 0}>{children}</NowProvider>;
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
