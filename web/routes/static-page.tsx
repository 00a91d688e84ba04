import { Outlet } from 'react-router';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';

const ServerNote = lazyPart(async () => (await import('./server-note.tsx')).ServerNote);

/** Wraps pages that don't call the server, so that they too tell when the server does not answer. */
export const StaticPage = () => (
  <>
    <Outlet />
    <OptionalPart>
      <ServerNote />
    </OptionalPart>
  </>
);
