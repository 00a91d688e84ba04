import { type ComponentType, Suspense } from 'react';
import { ErrorBoundary } from '#web/ui/pages/error-boundary.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { whenNear } from '#web/ui/pages/when-near.ts';
import { whenBack } from '../when-back.ts';

/**
 * Returns the part of a static page below its first screen. Its scripts are loaded when a reader is near it.
 * @param id the part's id in the document. Each page needs its own: while a page replaces another, the
 *   document still has the part of the other.
 */
export function belowPart(id: string, load: () => Promise<{ Below: ComponentType }>) {
  const Below = lazyPart(async () => {
    await whenNear(id);
    return (await load()).Below;
  });
  return () => (
    <div id={id}>
      {/* A part that can't be loaded must not replace the first screen, which is there. */}
      <ErrorBoundary whenBack={whenBack}>
        {/* The fallback is as high as the window, so that the footer does not jump. */}
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Below />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
