import { useEffect, useState } from 'react';
import type { ClipFilled } from './clip-draft.ts';

/** A listing and the link of a post; null and '' when missing. */
export interface ClipOf {
  listingId: string | null;
  url: string;
}

/**
 * Whether a file belongs to the clip in the form. A listing or link that was missing when the file was chosen
 * matches any.
 */
export const isSameClip = (chosenFor: ClipOf, now: ClipOf): boolean =>
  (chosenFor.listingId === null || chosenFor.listingId === now.listingId) &&
  (chosenFor.url === '' || chosenFor.url === now.url);

/** Fixes the clip of a file once the form has both listing and link. */
export const settledOn = (chosenFor: ClipOf, now: ClipOf): ClipOf =>
  now.listingId !== null && now.url !== '' && isSameClip(chosenFor, now) ? now : chosenFor;

export interface ClipChoice {
  chosen: File | null;
  /** False when listing or link have changed since, or the listing compares no files: the file is then not sent. */
  isSent: boolean;
  choose: (file: File) => void;
  remove: () => void;
}

/** The clip in the form. A link that leads to no post may be incomplete, so it counts as missing. */
export const clipOf = ({ listing, url }: Pick<ClipFilled, 'listing' | 'url'>, isPost: boolean): ClipOf => ({
  listingId: listing?.id ?? null,
  url: isPost ? url.trim() : '',
});

/** The file that is sent with the form, as long as the form has the clip for which it was chosen. */
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
