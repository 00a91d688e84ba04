import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListingPage } from '#contract/listings.ts';

export type Quality = 'original' | 'light';

const KEY = 'sourceQuality';
/** So much is read to measure a line. */
const SAMPLE_BYTES = 256 * 1024;
/** What an answer takes on a line of any speed. */
const ANSWER_MS = 300;
/** A line needs more than the video itself, or it stands still at each scene. */
const ROOM = 1.5;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Whether the line brings the original as fast as it plays. A line that is cut or too slow for the sample says no. */
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

/** What was chosen before on this device. */
function chosenBefore(): Quality | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'original' || kept === 'light' ? kept : null;
  } catch {
    return null;
  }
}

/** Which form of a source plays: what its viewer chose before, else what the line is fast enough for. */
export function useQuality({ url, light, unplayable, sizeBytes, durationMs }: ListingPage['source']) {
  const video = useRef<HTMLVideoElement>(null);
  const forms = [
    ...(unplayable.length === 0 ? (['original'] as const) : []),
    ...(light?.url ? (['light'] as const) : []),
  ];
  const canChoose = forms.length === 2;
  const [chosen, setChosen] = useState<Quality | null>(() => (canChoose ? chosenBefore() : null));
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
        // It holds for this page then.
      }
      if (next === quality) return;
      goOnFrom(video);
      setChosen(next);
    },
  };
}

/** The next form goes on where this one is. */
function goOnFrom({ current: video }: RefObject<HTMLVideoElement | null>): void {
  if (!video) return;
  const { currentTime, paused, playbackRate } = video;
  const restore = () => {
    video.currentTime = currentTime;
    video.playbackRate = playbackRate;
    if (!paused) void video.play().catch(() => undefined);
  };
  video.addEventListener('loadedmetadata', restore, { once: true });
}
