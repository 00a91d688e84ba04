import { Suspense } from 'react';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import type { VideoPlayerProps } from './video-controls.tsx';

const VideoControls = lazyPart(async () => (await import('./video-controls.tsx')).VideoControls);

/**
 * A video played on this site in 16:9, with speeds, steps of ten seconds and of single frames, and the usual
 * keys.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <div className="@container aspect-video w-full overflow-hidden rounded-frame bg-black">
      <Suspense fallback={null}>
        <VideoControls {...props} />
      </Suspense>
    </div>
  );
}
