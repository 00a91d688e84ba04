import { useEffect, useState } from 'react';
import type { ClipFilled } from './clip-draft.ts';

/** A listing and the link of a post; null and '' while there is none. */
export interface ClipOf {
  listingId: string | null;
  url: string;
}

/** Whether a file that was chosen for one clip is that of another form: what was not known yet is left open. */
export const isSameClip = (chosenFor: ClipOf, now: ClipOf): boolean =>
  (chosenFor.listingId === null || chosenFor.listingId === now.listingId) &&
  (chosenFor.url === '' || chosenFor.url === now.url);

/** What a file was chosen for, once the form is about one clip: from then on it is that clip's file. */
export const settledOn = (chosenFor: ClipOf, now: ClipOf): ClipOf =>
  now.listingId !== null && now.url !== '' && isSameClip(chosenFor, now) ? now : chosenFor;

export interface ClipChoice {
  chosen: File | null;
  /** False where listing or link have changed since, or the listing compares no files: it is not sent then. */
  isSent: boolean;
  choose: (file: File) => void;
  remove: () => void;
}

/** A link that leads to no post yet may still be typed or corrected: it is left open. */
export const clipOf = ({ listing, url }: Pick<ClipFilled, 'listing' | 'url'>, isPost: boolean): ClipOf => ({
  listingId: listing?.id ?? null,
  url: isPost ? url.trim() : '',
});

/** The clip's file that is sent with the form, as long as the form is about the clip that it was chosen for. */
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
