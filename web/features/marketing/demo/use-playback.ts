import { useEffect, useState } from 'react';
import { SCENE_SECONDS, scenes } from './demo-content.ts';

export const DEMO_SECONDS = SCENE_SECONDS * scenes.length;

const FRAME_MS = 50;

export interface Playback {
  /** Seconds from the start, 0 to DEMO_SECONDS. */
  at: number;
  playing: boolean;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Position and controls of the demo. It starts automatically unless the person prefers reduced motion. */
export function usePlayback(): Playback {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(() => !prefersStillness());
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setAt((now) => Math.min(now + FRAME_MS / 1000, DEMO_SECONDS)), FRAME_MS);
    return () => clearInterval(timer);
  }, [playing]);
  const ended = at >= DEMO_SECONDS;
  return {
    at,
    playing: playing && !ended,
    play: () => {
      if (ended) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    seek: (seconds) => setAt(Math.max(0, Math.min(seconds, DEMO_SECONDS))),
  };
}
