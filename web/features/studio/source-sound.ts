import { useMemo } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';
import { type MediaSound, mediaRoutes } from '#contract/media/media.ts';
import { useRead } from '#web/api/query.ts';
import { PEAKS_PER_SECOND, type Peaks } from './silence.ts';

/** Number of peaks per second in the data that the server prepares (`mediaSound.peaks`). */
const PREPARED_PER_SECOND = 16;
/** Milliseconds between two reads of the server's progress. */
const LOOK_MS = 10_000;

/** The sound of the whole source, as the server prepares it. */
export interface SourceSound {
  /** The peaks; empty until the server has read the whole sound, or if it can't. */
  peaks: Peaks;
  /** The share that the server has prepared, 0 to 1; null if no more will be prepared. */
  share: number | null;
}

const none: Peaks = new Map();

/** Returns the sound of a source. The server has no sound of a linked source. */
export function useSourceSound({ kind, url }: ListingPage['source']): SourceSound {
  const id = url.split('/').at(-1)!;
  const { data } = useRead(
    mediaRoutes.showSound,
    { params: { id } },
    {
      enabled: kind === 'upload',
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? LOOK_MS : false),
    },
  );
  const peaks = useMemo(() => (data?.peaks ? tenthsOf(data.peaks) : none), [data?.peaks]);
  return { peaks, share: data?.state === 'preparing' ? data.share : null };
}

/** Converts the prepared waveform to tenths of a second. Each gets the loudest of its values. */
export function tenthsOf(base64: NonNullable<MediaSound['peaks']>): Peaks {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const tenths = Math.floor((bytes.length / PREPARED_PER_SECOND) * PEAKS_PER_SECOND);
  const width = PREPARED_PER_SECOND / PEAKS_PER_SECOND;
  const peaks = new Map<number, number>();
  for (let tenth = 0; tenth < tenths; tenth += 1) {
    let most = 0;
    for (let at = Math.floor(tenth * width); at < (tenth + 1) * width; at += 1)
      most = Math.max(most, bytes[at] ?? 0);
    peaks.set(tenth, most / 255);
  }
  return peaks;
}
