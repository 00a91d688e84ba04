import { LoaderCircle, Play, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { PlayerFrame } from '#web/nouns/player-frame.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FrameTag } from '#web/ui/pages/frame.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { useKeys } from '../decisions/use-keys.ts';

export interface ClipPlayerProps {
  clip: {
    id: string;
    platform: PostPlatform;
    posterUrl: string | null;
    durationSeconds: number | null;
  };
  /** Names the clip's owner, such as "@tess_cuts". */
  whose: string;
  /** True if the key P of the page opens and closes the player. */
  byKey?: boolean;
}

/**
 * Shows a clip in its platform's player. Until somebody presses Play only the poster is shown, and no request
 * is sent to the platform. Use the clip's id as `key`.
 */
export function ClipPlayer({ clip, whose, byKey = false }: ClipPlayerProps) {
  const [asked, setAsked] = useState(false);
  const play = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const moved = useRef(false);
  const player = useRead(routes.clipPlayer, { params: { id: clip.id } }, { enabled: asked, gcTime: 0 });
  const src = asked ? player.data?.src : undefined;
  const toggle = (next: boolean) => {
    moved.current = true;
    setAsked(next);
  };
  useKeys({ p: () => toggle(!asked) }, byKey);
  // The pressed button disappears, so the focus moves to the button that replaces it.
  useEffect(() => {
    if (moved.current) (src ? close : play).current?.focus();
  }, [src]);
  const name = platforms[clip.platform].name;
  if (src) {
    return (
      <div className="flex flex-col gap-2">
        <PlayerFrame src={src} title={`${name} player: the clip of ${whose}`} />
        <Button ref={close} size="sm" className="self-center" onClick={() => toggle(false)}>
          <X aria-hidden />
          Close the player
        </Button>
      </div>
    );
  }
  const problem = player.data?.unavailable ?? (player.isError ? 'The player did not load.' : null);
  const waits = asked && problem === null;
  const length = clip.durationSeconds ? runningTime(clip.durationSeconds * 1_000) : null;
  const label = [`Play the clip of ${whose} on ${name}`, length].filter(Boolean).join(', ');
  return (
    <div className="relative">
      <ClipPoster id={clip.id} src={clip.posterUrl} className="w-full">
        <button
          ref={play}
          type="button"
          aria-label={label}
          aria-busy={waits}
          onClick={() => (player.isError ? void player.refetch() : toggle(true))}
          className="group absolute inset-0 z-1 flex items-center justify-center focus-visible:-outline-offset-4"
        >
          <span className="flex size-14 items-center justify-center rounded-full bg-[rgb(8_8_10/0.84)] text-white transition-transform duration-(--duration-fast) group-hover:scale-105">
            {waits ? (
              <LoaderCircle aria-hidden className="size-6 animate-spin" />
            ) : (
              <Play aria-hidden className="ml-0.5 size-6 fill-current" />
            )}
          </span>
        </button>
        {length ? <FrameTag>{length}</FrameTag> : null}
      </ClipPoster>
      <p
        role="status"
        className="absolute inset-x-3 top-3 z-1 rounded-control bg-[rgb(8_8_10/0.84)] text-center text-sm text-white not-empty:px-3 not-empty:py-2"
      >
        {asked && problem ? problem : null}
      </p>
    </div>
  );
}
