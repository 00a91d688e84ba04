import { Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { FocusLeaves, usePlace } from './routes/place.ts';
import { routeTable } from './routes/table.tsx';
import { whenBack } from './routes/when-back.ts';
import { useKeptFocus } from './ui/dialogs/kept-focus.ts';
import { ErrorBoundary } from './ui/pages/error-boundary.tsx';
import { Spinner } from './ui/pages/skeleton.tsx';

/** The whole web app below its router. */
export function App() {
  const page = useRoutes(routeTable);
  const { pathname } = useLocation();
  usePlace();
  useKeptFocus();
  return (
    <ErrorBoundary resetKey={pathname} whenBack={whenBack}>
      <FocusLeaves pathname={pathname} />
      <Suspense fallback={<Spinner />}>{page}</Suspense>
    </ErrorBoundary>
  );
}
