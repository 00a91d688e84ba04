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
  /** What it shows, for screen readers. */
  label: string;
  /** WebVTT of small pictures, shown beside the pointer on the line of time. */
  thumbnails?: string | undefined;
  /** What stands there until it plays. */
  poster?: string | null | undefined;
  /** What is said in it, shown when it is asked for. */
  captions?: readonly VideoCue[] | undefined;
  ref?: Ref<HTMLVideoElement>;
}

const none: readonly VideoCue[] = [];

/** Of most videos; where it is another, a step is a frame more or less. */
const FRAME_SECONDS = 1 / 30;
/** As J, L and the arrows do. */
const SEEK_SECONDS = 10;
/** What keys do as well, where there is room for it: the line of time comes first. */
const WIDE = '@max-lg:hidden';
const RATES = [0.5, 1, 1.25, 1.5, 2];

/** What the player itself hears, in lower case. */
const KEYS = new Set([...' kjlmfcp<>?,.', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown']);

/** The video with its controls (media-chrome). Its keys are its own: a page where J means the next clip does not hear them. */
export function VideoControls({ src, label, thumbnails, poster, captions = none, ref }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement, []);
  useCaptions(video, captions);
  return (
    <MediaController
      // It names itself "video player" when it is connected, and two of a page need two names.
      ref={(player) => player?.setAttribute('aria-label', `${label}, player`)}
      className="h-full w-full [--media-font-family:inherit] [--media-range-bar-color:var(--color-signal)]"
      onKeyDown={(event) => {
        if (KEYS.has(event.key.toLowerCase())) event.stopPropagation();
        stepByKey(event);
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what is said in it is added as it comes (useCaptions) */}
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
          // It says whether it is on as a switch does, and calls itself a button when it is connected.
          <MediaCaptionsButton ref={(button) => button?.setAttribute('role', 'switch')} />
        ) : null}
        <MediaPlaybackRateButton rates={RATES} />
        <MediaPipButton className={WIDE} />
        <MediaFullscreenButton />
      </MediaControlBar>
    </MediaController>
  );
}

/** Comma and full stop go a frame back and on. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const frames = event.key === ',' ? -1 : event.key === '.' ? 1 : 0;
  const video = event.currentTarget.querySelector('video');
  if (frames === 0 || !video || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  video.pause();
  video.currentTime = Math.max(0, video.currentTime + frames * FRAME_SECONDS);
}
