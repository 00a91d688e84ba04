import { Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';
import type { VideoPlayerProps } from './video-controls.tsx';

const VideoControls = lazyPart(async () => (await import('./video-controls.tsx')).VideoControls);

/** A video that is played here: 16:9, speeds, ten seconds and single frames back and on, keys as everywhere. */
export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <div className="@container aspect-video w-full overflow-hidden rounded-frame bg-black">
      <Suspense fallback={null}>
        <VideoControls {...props} />
      </Suspense>
    </div>
  );
}
