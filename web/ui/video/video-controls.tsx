import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPlaybackRateButton,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { useCaptions, type VideoCue } from './video-captions.ts';

export interface VideoPlayerProps {
  src: string | undefined;
  /** Name of the video, for screen readers. */
  label: string;
  /** Address of a WebVTT file with small pictures, which are shown beside the pointer on the timeline. */
  thumbnails?: string | undefined;
  /** The picture shown before playback. */
  poster?: string | null | undefined;
  /** Captions, which are shown if the viewer turns them on. */
  captions?: readonly VideoCue[] | undefined;
  ref?: Ref<HTMLVideoElement>;
}

const none: readonly VideoCue[] = [];

/** Seconds of a frame at the frame rate of most videos. In other videos a step is a frame more or less. */
const FRAME_SECONDS = 1 / 30;
/** Seconds of a seek by the keys J, L or an arrow. */
const SEEK_SECONDS = 10;
/**
 * Classes for controls that keys also provide. They are hidden in narrow players, where the timeline needs
 * the room.
 */
const WIDE = '@max-lg:hidden';
const RATES = [0.5, 1, 1.25, 1.5, 2];

/** The keys that the player handles, in lower case. */
const KEYS = new Set([...' kjlmfcp<>?,.', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown']);

/**
 * Shows a video with its controls (media-chrome). Its keys don't reach the page, where J can mean the next
 * clip.
 */
export function VideoControls({ src, label, thumbnails, poster, captions = none, ref }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement, []);
  useCaptions(video, captions);
  return (
    <MediaController
      // The element sets its name to "video player" when it is connected, but two players on a page need
      // different names.
      ref={(player) => player?.setAttribute('aria-label', `${label}, player`)}
      className="h-full w-full [--media-font-family:inherit] [--media-range-bar-color:var(--color-signal)]"
      onKeyDown={(event) => {
        if (KEYS.has(event.key.toLowerCase())) event.stopPropagation();
        stepByKey(event);
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: useCaptions adds the captions when they arrive */}
      <video
        ref={video}
        slot="media"
        src={src}
        poster={poster ?? undefined}
        preload="metadata"
        playsInline
        aria-label={label}
      >
        {thumbnails ? <track default kind="metadata" label="thumbnails" src={thumbnails} /> : null}
      </video>
      <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      <MediaControlBar>
        <MediaPlayButton />
        <MediaSeekBackwardButton seekOffset={SEEK_SECONDS} className={WIDE} />
        <MediaSeekForwardButton seekOffset={SEEK_SECONDS} className={WIDE} />
        <MediaTimeRange />
        <MediaTimeDisplay showDuration className="shrink-0 pr-2" />
        <MediaMuteButton />
        <MediaVolumeRange className={WIDE} />
        {captions.length > 0 ? (
          // The element sets its role to that of a button when it is connected, although it shows its state
          // like a switch.
          <MediaCaptionsButton ref={(button) => button?.setAttribute('role', 'switch')} />
        ) : null}
        <MediaPlaybackRateButton rates={RATES} />
        <MediaPipButton className={WIDE} />
        <MediaFullscreenButton />
      </MediaControlBar>
    </MediaController>
  );
}

/** Moves by a frame: back for a comma, forward for a full stop. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const frames = event.key === ',' ? -1 : event.key === '.' ? 1 : 0;
  const video = event.currentTarget.querySelector('video');
  if (frames === 0 || !video || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  video.pause();
  video.currentTime = Math.max(0, video.currentTime + frames * FRAME_SECONDS);
}
