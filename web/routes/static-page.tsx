import { Outlet } from 'react-router';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';

const ServerNote = lazyPart(async () => (await import('./server-note.tsx')).ServerNote);

/** Wraps pages without calls, so that they too say when the server does not answer. */
export const StaticPage = () => (
  <>
    <Outlet />
    <OptionalPart>
      <ServerNote />
    </OptionalPart>
  </>
);
