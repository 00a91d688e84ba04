import { useEffect, useRef, useState } from 'react';
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

/** The forms that can play here. */
export const formsOf = ({
  light,
  unplayable,
}: Pick<ListingPage['source'], 'light' | 'unplayable'>): Quality[] => [
  ...(unplayable.length === 0 ? (['original'] as const) : []),
  ...(light?.url ? (['light'] as const) : []),
];

/** Which one begins; null: none can play yet, or the line is measured first. */
export const firstOf = (forms: Quality[]): Quality | null =>
  forms.length === 2 ? chosenBefore() : (forms[0] ?? null);

/** Which form of a source plays: what its viewer chose before, else what the line is fast enough for. */
export function useQuality(source: ListingPage['source']) {
  const { url, light, sizeBytes, durationMs } = source;
  const video = useRef<HTMLVideoElement>(null);
  const [goOn] = useState(goingOn);
  const forms = formsOf(source);
  const canChoose = forms.length === 2;
  // What plays goes on when another form comes to it.
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
        // It holds for this page then.
      }
      if (next === quality) return;
      if (video.current) goOn(video.current);
      setChosen(next);
    },
  };
}

type Playing = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'playbackRate'>;
type Player = Playing & Pick<HTMLVideoElement, 'play' | 'addEventListener'>;

/** Lets the next form go on where this one is. One that has not begun yet stands where the form before it was. */
export function goingOn(): (video: Player) => void {
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
