import { useMemo } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';
import { type MediaSound, mediaRoutes } from '#contract/media/media.ts';
import { useRead } from '#web/api/query.ts';
import { PEAKS_PER_SECOND, type Peaks } from './silence.ts';

/** Peaks per second that the server prepares (`mediaSound.peaks`). */
const PREPARED_PER_SECOND = 16;
/** Milliseconds between two reads of the server's progress. */
const LOOK_MS = 10_000;

/** The sound of the whole source, as the server prepares it. */
export interface SourceSound {
  /** Empty until all of it is read, or if it can't be read. */
  peaks: Peaks;
  /** The prepared share, 0 to 1; null when nothing more is expected. */
  share: number | null;
}

const none: Peaks = new Map();

/** For a link the server has no sound. */
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

/** The prepared waveform in tenths of a second, each with the loudest of its values. */
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
