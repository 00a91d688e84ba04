import { Suspense } from 'react';
import { useRoutes } from 'react-router';
import { routeTable } from './routes/table.tsx';

/** The whole web app below its providers. */
export function App() {
  return <Suspense fallback={null}>{useRoutes(routeTable)}</Suspense>;
}
