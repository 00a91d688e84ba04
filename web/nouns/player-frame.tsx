import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/ui/cx.ts';

/**
 * Shows another site's player in a frame of the picture's size. The player can run scripts but can't access
 * our page.
 */
export function PlayerFrame({ src, title, wide }: { src: string; title: string; wide?: boolean }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <div
      className={cx(
        'relative w-full overflow-hidden rounded-frame bg-black text-white',
        wide ? 'aspect-video' : 'aspect-9/16',
      )}
    >
      {loaded ? null : (
        <LoaderCircle aria-hidden className="absolute inset-0 m-auto size-8 animate-spin text-well-muted" />
      )}
      <iframe
        src={src}
        title={title}
        onLoad={() => setLoaded(true)}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
        // YouTube refuses to play for a page without a referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
        className="absolute inset-0 size-full border-0"
      />
      <span role="status" className="sr-only">
        {loaded ? 'The player is open.' : 'The player loads.'}
      </span>
    </div>
  );
}
