import { useEffect, useRef, useState } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';

export type Quality = 'original' | 'light';

const KEY = 'sourceQuality';
/** Bytes read to measure the speed of the connection. */
const SAMPLE_BYTES = 256 * 1024;
/** Milliseconds until the first byte of a reply, which don't depend on the connection's speed. */
const ANSWER_MS = 300;
/**
 * The connection must load the video this many times faster than it plays, or playback stops at complex
 * scenes.
 */
const ROOM = 1.5;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Downloads a sample of the original. Returns "original" if the sample arrives fast enough for playback
 * without stops, and "light" if the download fails or takes too long.
 */
export async function measuredQuality(
  url: string,
  bitsPerSecond: number,
  request: Fetch = fetch,
): Promise<Quality> {
  const ms = Math.ceil(ANSWER_MS + (SAMPLE_BYTES * 8 * 1000) / (bitsPerSecond * ROOM));
  try {
    const headers = { range: `bytes=0-${SAMPLE_BYTES - 1}` };
    const reply = await request(url, { headers, signal: AbortSignal.timeout(ms) });
    await reply.arrayBuffer();
    return 'original';
  } catch {
    return 'light';
  }
}

/** Returns the viewer's earlier choice, which is stored on this device; null without one. */
function chosenBefore(): Quality | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'original' || kept === 'light' ? kept : null;
  } catch {
    return null;
  }
}

/** Returns the qualities of the source that can be played in this browser. */
export const formsOf = ({
  light,
  unplayable,
}: Pick<ListingPage['source'], 'light' | 'unplayable'>): Quality[] => [
  ...(unplayable.length === 0 ? (['original'] as const) : []),
  ...(light?.url ? (['light'] as const) : []),
];

/**
 * Returns the quality to start with; null if none can be played yet, or if the connection must be measured
 * first.
 */
export const firstOf = (forms: Quality[]): Quality | null =>
  forms.length === 2 ? chosenBefore() : (forms[0] ?? null);

/**
 * Returns the quality in which a source plays: the viewer's stored choice, or else the best quality for the
 * speed of the connection.
 */
export function useQuality(source: ListingPage['source']) {
  const { url, light, sizeBytes, durationMs } = source;
  const video = useRef<HTMLVideoElement>(null);
  const [keepPosition] = useState(positionKeeper);
  const forms = formsOf(source);
  const canChoose = forms.length === 2;
  // The choice is kept from the start, so that a playing quality continues when another one becomes
  // available.
  const [chosen, setChosen] = useState(() => firstOf(forms));
  const bitsPerSecond = ((sizeBytes ?? 0) * 8000) / (durationMs ?? 1);
  useEffect(() => {
    if (!canChoose || chosen) return;
    let isOver = false;
    void measuredQuality(url, bitsPerSecond).then((quality) => !isOver && setChosen(quality));
    return () => {
      isOver = true;
    };
  }, [canChoose, chosen, url, bitsPerSecond]);
  const quality = canChoose ? chosen : (forms[0] ?? null);
  return {
    video,
    quality,
    canChoose,
    src: quality === 'light' ? (light?.url ?? undefined) : quality === 'original' ? url : undefined,
    choose(next: Quality) {
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Without storage the choice lasts until the page is left.
      }
      if (next === quality) return;
      if (video.current) keepPosition(video.current);
      setChosen(next);
    },
  };
}

type Playing = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'playbackRate'>;
type Player = Playing & Pick<HTMLVideoElement, 'play' | 'addEventListener'>;

/**
 * Returns a function to call before the quality changes: the next quality then continues at the current
 * position. If the current quality has not started to play, the position of the previous one is used.
 */
export function positionKeeper(): (video: Player) => void {
  let waiting: { at: Playing; isOver: AbortController } | null = null;
  return (video) => {
    const { currentTime, paused, playbackRate } = waiting?.at ?? video;
    waiting?.isOver.abort();
    const isOver = new AbortController();
    waiting = { at: { currentTime, paused, playbackRate }, isOver };
    const restore = () => {
      waiting = null;
      video.currentTime = currentTime;
      video.playbackRate = playbackRate;
      if (!paused) void video.play().catch(() => undefined);
    };
    video.addEventListener('loadedmetadata', restore, { once: true, signal: isOver.signal });
  };
}
