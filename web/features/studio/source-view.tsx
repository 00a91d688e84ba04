import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { FrameWindow } from './frame-window.tsx';
import type { StudioActs } from './shortcuts.ts';
import { timecode } from './timecode.ts';
import type { StudioTools } from './tools.ts';

interface Props extends StudioTools {
  canvas: RefObject<HTMLCanvasElement | null>;
  at: number;
  acts: StudioActs;
}

/** Shows the source with the clip's window over it, and the playback controls. */
export function SourceView({ canvas, at, acts, ...tools }: Props) {
  const { source, project } = tools;
  const ratio = source.width / source.height;
  return (
    <>
      <div className="relative grid min-h-0 flex-1 place-items-center lg:[container-type:size] max-lg:block">
        <div
          className="relative max-h-full overflow-hidden rounded-control bg-black max-lg:w-full!"
          style={{ aspectRatio: ratio, width: `min(100cqw, ${(ratio * 100).toFixed(2)}cqh)` }}
        >
          <canvas ref={canvas} className="block size-full" />
          <FrameWindow {...tools} at={at} />
          <span className="mono absolute top-2 left-2 rounded-frame bg-black/70 px-2 py-1 text-white text-xs">
            {Math.min(source.width, source.height)}p · {Math.round(source.fps)} fps
          </span>
        </div>
      </div>
      <Transport at={at} acts={acts} {...tools} />
      {project.cuts.length === 0 ? (
        <p className="text-center text-muted text-sm">
          Play to a moment, then press In where it begins and Out where it ends.
        </p>
      ) : null}
      {source.silentCodec ? (
        <p className="text-center text-muted text-sm">
          This browser can't play the source's sound ({source.silentCodec}). The clip will have none.
        </p>
      ) : null}
    </>
  );
}

function Transport({ at, acts, source, player, rate }: Pick<Props, 'at' | 'acts'> & StudioTools) {
  const playing = rate !== 0;
  return (
    <div className="flex flex-wrap items-center justify-center gap-1.5">
      <span className="mono min-w-30 text-right font-semibold text-md max-md:w-full max-md:text-center">
        {timecode(at, source.fps)}
      </span>
      <Button
        variant="quiet"
        square
        aria-label="Back one second"
        onClick={() => player?.seek(player.time() - 1)}
      >
        <SkipBack aria-hidden />
      </Button>
      <Button
        variant="quiet"
        square
        aria-label="Back one frame"
        title="Back one frame (,)"
        onClick={acts.frameBack}
      >
        <StepBack aria-hidden />
      </Button>
      <Button
        variant="ink"
        square
        aria-label={playing ? 'Pause' : 'Play'}
        title="J, K, L: back, pause, play; press again to go faster"
        onClick={acts.toggle}
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <Button
        variant="quiet"
        square
        aria-label="Forward one frame"
        title="Forward one frame (.)"
        onClick={acts.frameForward}
      >
        <StepForward aria-hidden />
      </Button>
      <Button
        variant="quiet"
        square
        aria-label="Forward one second"
        onClick={() => player?.seek(player.time() + 1)}
      >
        <SkipForward aria-hidden />
      </Button>
      <Button size="sm" className="max-md:[&_kbd]:hidden" onClick={acts.setIn}>
        In <Kbd>I</Kbd>
      </Button>
      <Button size="sm" className="max-md:[&_kbd]:hidden" onClick={acts.setOut}>
        Out <Kbd>O</Kbd>
      </Button>
      <span className="mono min-w-10 text-muted max-md:min-w-0 text-sm">
        {playing && rate !== 1 ? `${rate}×` : ''}
      </span>
    </div>
  );
}
