import { Outlet } from 'react-router';
import { Extra } from '#web/ui/extra.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const ServerNote = lazyPart(async () => (await import('./server-note.tsx')).ServerNote);

/** Wraps pages without calls, so that they too say when the server does not answer. */
export const StaticPage = () => (
  <>
    <Outlet />
    <Extra>
      <ServerNote />
    </Extra>
  </>
);
