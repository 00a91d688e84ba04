import { useState } from 'react';
import type { ClipFilled } from './clip-draft.ts';

/** A listing and a link; null and '' while there is none. */
export interface ClipOf {
  listingId: string | null;
  url: string;
}

/** Whether a file that was chosen for one clip is that of another form: what was not known yet is left open. */
export const isSameClip = (chosenFor: ClipOf, now: ClipOf): boolean =>
  (chosenFor.listingId === null || chosenFor.listingId === now.listingId) &&
  (chosenFor.url === '' || chosenFor.url === now.url);

export interface ClipChoice {
  chosen: File | null;
  /** False where listing or link have changed since: it is not sent then. */
  isSent: boolean;
  choose: (file: File) => void;
  remove: () => void;
}

/** The clip's file that is sent with the form, as long as the form is about the clip that it was chosen for. */
export function useClipChoice({ listing, url }: ClipFilled): ClipChoice {
  const [choice, setChoice] = useState<{ file: File; chosenFor: ClipOf } | null>(null);
  const now = { listingId: listing?.id ?? null, url: url.trim() };
  return {
    chosen: choice?.file ?? null,
    isSent: choice !== null && isSameClip(choice.chosenFor, now),
    choose: (file) => setChoice({ file, chosenFor: now }),
    remove: () => setChoice(null),
  };
}
