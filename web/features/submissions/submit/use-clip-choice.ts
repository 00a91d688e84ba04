import { useEffect, useState } from 'react';
import type { ClipFilled } from './clip-draft.ts';

/** A listing and the link of a post. A missing listing is null, and a missing link is ''. */
export interface ClipOf {
  listingId: string | null;
  url: string;
}

/**
 * Whether a file belongs to the clip in the form. If the listing or link was missing when the file was
 * chosen, any listing or link matches.
 */
export const isSameClip = (chosenFor: ClipOf, now: ClipOf): boolean =>
  (chosenFor.listingId === null || chosenFor.listingId === now.listingId) &&
  (chosenFor.url === '' || chosenFor.url === now.url);

/**
 * Returns the clip to which a file belongs. Once the form has both a listing and a link, the file belongs to
 * them.
 */
export const settledOn = (chosenFor: ClipOf, now: ClipOf): ClipOf =>
  now.listingId !== null && now.url !== '' && isSameClip(chosenFor, now) ? now : chosenFor;

export interface ClipChoice {
  chosen: File | null;
  /**
   * False if the file will not be sent, because the listing or link has changed since or the listing compares
   * no files.
   */
  isSent: boolean;
  choose: (file: File) => void;
  remove: () => void;
}

/** Returns the clip in the form. A link that leads to no post may be incomplete, so it counts as missing. */
export const clipOf = ({ listing, url }: Pick<ClipFilled, 'listing' | 'url'>, isPost: boolean): ClipOf => ({
  listingId: listing?.id ?? null,
  url: isPost ? url.trim() : '',
});

/**
 * Returns the file to send with the form. It is only sent if the form still has the clip for which it was
 * chosen.
 */
export function useClipChoice(filled: ClipFilled, isPost: boolean): ClipChoice {
  const [choice, setChoice] = useState<{ file: File; chosenFor: ClipOf } | null>(null);
  const { listingId, url } = clipOf(filled, isPost);
  useEffect(() => {
    setChoice((old) => old && { ...old, chosenFor: settledOn(old.chosenFor, { listingId, url }) });
  }, [listingId, url]);
  return {
    chosen: choice?.file ?? null,
    isSent:
      choice !== null &&
      filled.listing?.comparesClips !== false &&
      isSameClip(choice.chosenFor, clipOf(filled, true)),
    choose: (file) => setChoice({ file, chosenFor: { listingId, url } }),
    remove: () => setChoice(null),
  };
}
