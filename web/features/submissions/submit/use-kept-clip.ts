import { useDraft } from '#web/ui/forms/use-draft.ts';
import type { ClipDraft } from './clip-draft.ts';

export interface ClipStart {
  listingId: string | null;
  url: string;
  /** Null when the count follows the link. */
  views: string | null;
}

/**
 * Initial values of the form: from the address, else the draft from before a reload or an expired session.
 * `keep` stores each change; `forget` clears the draft after submitting.
 */
export function useKeptClip(given: { listingId: string | null; url: string }) {
  const [listingId, keepListing] = useDraft('submit-clip:listing');
  const [url, keepUrl] = useDraft('submit-clip:url');
  const [views, keepViews] = useDraft('submit-clip:views');
  const start: ClipStart = {
    listingId: given.listingId ?? (listingId || null),
    url: given.url || url,
    // Views belong to their link, so a link from the address discards them.
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
