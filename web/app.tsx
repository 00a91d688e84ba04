import { Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { routeTable } from './routes/table.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Toaster } from './ui/toast.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

/** The whole web app below its providers. */
export function App() {
  const page = useRoutes(routeTable);
  const { pathname } = useLocation();
  return (
    <TooltipProvider>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={null}>{page}</Suspense>
      </ErrorBoundary>
      <Toaster />
    </TooltipProvider>
  );
}
