import { Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { FocusLeaves, usePlace } from './routes/place.ts';
import { routeTable } from './routes/table.tsx';
import { useKeptFocus } from './ui/dialogs/kept-focus.ts';
import { ErrorBoundary } from './ui/pages/error-boundary.tsx';
import { Spinner } from './ui/pages/skeleton.tsx';

/**
 * Calls `act` when the server answers. The check is loaded only after a failure, because a first visit needs none, and
 * without a connection not before the device is online.
 */
function whenBack(act: () => void): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  const start = async () => {
    const { whenServerAnswers } = await import('./api/watch-server.ts');
    if (!isOver) end ??= whenServerAnswers(act);
  };
  const tryAgain = () => void start().catch(() => undefined);
  addEventListener('online', tryAgain);
  tryAgain();
  return () => {
    isOver = true;
    removeEventListener('online', tryAgain);
    end?.();
  };
}

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
