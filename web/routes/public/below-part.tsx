import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { whenNear } from '#web/ui/pages/when-near.ts';

const ID = 'below';

/** Returns the part of a static page below its first screen. Its scripts are loaded when a reader is near it. */
export function belowPart(load: () => Promise<{ Below: ComponentType }>) {
  const Below = lazyPart(async () => {
    await whenNear(ID);
    return (await load()).Below;
  });
  return () => (
    <div id={ID}>
      {/* The fallback is as high as the window, so that the footer does not jump. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Below />
      </Suspense>
    </div>
  );
}
