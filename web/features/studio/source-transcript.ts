import type { ListingPage } from '#contract/listings.ts';
import type { StudioCue } from '#contract/studio.ts';
import { transcriptRoutes } from '#contract/transcripts.ts';
import { useRead } from '#web/api/query.ts';

/** Between two looks at how far the server is. */
const LOOK_MS = 30_000;

/** What is said in the whole source, as its host gave it or the server wrote it down. */
export interface SourceTranscript {
  cues: readonly StudioCue[];
  /** How much is written down so far, 0 to 1; null when nothing more comes. */
  share: number | null;
  isFailed: boolean;
}

export const noTranscript: SourceTranscript = { cues: [], share: null, isFailed: false };

/** Of a source that is a link nothing is known. */
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
