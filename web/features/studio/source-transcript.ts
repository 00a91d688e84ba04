import type { ListingPage } from '#contract/listings/listings.ts';
import { transcriptRoutes } from '#contract/media/transcripts.ts';
import type { StudioCue } from '#contract/studio.ts';
import { useRead } from '#web/api/query.ts';

/** Milliseconds between two reads of the server's progress. */
const LOOK_MS = 30_000;

/** The transcript of the whole source, from its host or from the server. */
export interface SourceTranscript {
  cues: readonly StudioCue[];
  /** The share that is transcribed, 0 to 1; null if no more will be transcribed. */
  share: number | null;
  isFailed: boolean;
}

export const noTranscript: SourceTranscript = { cues: [], share: null, isFailed: false };

/** Returns the transcript of a source. The server has no transcript of a linked source. */
export function useSourceTranscript({ kind, url }: ListingPage['source']): SourceTranscript {
  const { data } = useRead(
    transcriptRoutes.showTranscript,
    { params: { id: url.split('/').at(-1)! } },
    {
      enabled: kind === 'upload',
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? LOOK_MS : false),
    },
  );
  if (!data) return noTranscript;
  return {
    cues: data.cues,
    share: data.state === 'preparing' ? data.share : null,
    isFailed: data.state === 'failed',
  };
}
