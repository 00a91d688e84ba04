import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { call } from '#web/api/client.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { platformOf } from './clip-draft.ts';

/** "Would this pass?" for a listing and a link, asked once typing has paused; nothing is submitted. */
export function useClipCheck(listingId: string | undefined, typedUrl: string) {
  const url = useDebounced(typedUrl.trim(), 500);
  const query = useQuery({
    queryKey: ['clip-check', listingId, url],
    queryFn: ({ signal }) => call(routes.checkClip, { body: { listingId: listingId!, url }, signal }),
    enabled: listingId !== undefined && platformOf(url) !== null,
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return { ...query, waiting: url !== typedUrl.trim() };
}

export type ClipCheck = ReturnType<typeof useClipCheck>;
