import { useDraft } from '#web/ui/forms/use-draft.ts';
import type { ClipDraft } from './clip-draft.ts';

export interface ClipStart {
  listingId: string | null;
  url: string;
  /** The typed number of views; null if it is filled in from the link. */
  views: string | null;
}

/**
 * Returns the initial values of the form: from the page's address, or else from the draft that a reload or an
 * expired session left. `keep` stores each change, and `forget` removes the draft after submitting.
 */
export function useKeptClip(given: { listingId: string | null; url: string }) {
  const [listingId, keepListing] = useDraft('submit-clip:listing');
  const [url, keepUrl] = useDraft('submit-clip:url');
  const [views, keepViews] = useDraft('submit-clip:views');
  const start: ClipStart = {
    listingId: given.listingId ?? (listingId || null),
    url: given.url || url,
    // A number of views belongs to one link, so a link in the address discards it.
    views: given.url ? null : views || null,
  };
  const keep = (part: Partial<ClipDraft>) => {
    if (part.listing) keepListing(part.listing.id);
    if (part.url !== undefined) keepUrl(part.url);
    if (part.views !== undefined) keepViews(part.views ?? '');
  };
  const forget = () => {
    keepListing('');
    keepUrl('');
    keepViews('');
  };
  return { start, keep, forget };
}
