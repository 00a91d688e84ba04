import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FeedRow } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { ApiError, call, type ReplyOf } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { useDebounced } from '#web/ui/forms/use-debounced.ts';
import { platformOf } from './clip-draft.ts';

/**
 * Checks a listing and a link without submitting them. The check runs when the person pauses typing and their
 * accounts are loaded, and again after an account was connected.
 */
export function useClipCheck(
  listingId: string | undefined,
  typedUrl: string,
  connections: UseQueryResult<ReplyOf<typeof routes.listConnections>>,
) {
  const url = useDebounced(typedUrl.trim(), 500);
  const active = connections.data?.rows.filter(({ state }) => state === 'active').map(({ id }) => id);
  const query = useQuery({
    queryKey: ['clip-check', listingId, url, active],
    queryFn: ({ signal }) => call(routes.checkClip, { body: { listingId: listingId!, url }, signal }),
    enabled: listingId !== undefined && platformOf(url) !== null && !connections.isPending,
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return { ...query, waiting: url !== typedUrl.trim() };
}

interface NamedListing {
  /** The listing; null until it is loaded, and if the caption names none. */
  listing: FeedRow | null;
  /** Why the post could not be looked up today; null if it could. */
  refused: string | null;
}

/** Returns the listing that the hashtags in the linked post's caption name. */
export function useNamedListing(typedUrl: string, enabled: boolean): NamedListing {
  const url = useDebounced(typedUrl.trim(), 500);
  const { data: named, error } = useQuery({
    queryKey: ['named-listing', url],
    queryFn: ({ signal }) => call(routes.recogniseListing, { body: { url }, signal }),
    enabled: enabled && url === typedUrl.trim(),
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const id = enabled ? (named?.listingId ?? null) : null;
  const { data } = useRead(routes.showListing, { params: { id: id ?? '' } }, { enabled: id !== null });
  const isUsedUp = enabled && error instanceof ApiError && error.code === 'platform_lookups_used';
  return { listing: id === null ? null : (data ?? null), refused: isUsedUp ? error.message : null };
}

export type ClipCheck = ReturnType<typeof useClipCheck>;
