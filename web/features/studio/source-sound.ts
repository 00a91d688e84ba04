import { useMemo } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import { type MediaSound, mediaRoutes } from '#contract/media.ts';
import { useRead } from '#web/api/query.ts';
import { PEAKS_PER_SECOND, type Peaks } from './silence.ts';

/** Of what the server prepares (`mediaSound.peaks`). */
const PREPARED_PER_SECOND = 16;
/** Between two looks at how far the server is. */
const LOOK_MS = 10_000;

/** The sound of the whole source, as the server reads it. */
export interface SourceSound {
  /** Empty until all of it is read, or where it can't be. */
  peaks: Peaks;
  /** How much is read so far, 0 to 1; null when nothing more comes. */
  share: number | null;
}

const none: Peaks = new Map();

/** Of a source that is a link nothing is known. */
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

/** The prepared waveform by tenths of a second: of the values that touch a tenth, the loudest. */
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
