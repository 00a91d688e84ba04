import { useEffect, useState } from 'react';
import { useDebounced } from '#web/ui/use-debounced.ts';
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

/** What a file was chosen for, once the form is about one clip: from then on it is that clip's file. */
export const settledOn = (chosenFor: ClipOf, now: ClipOf): ClipOf =>
  now.listingId !== null && now.url !== '' && isSameClip(chosenFor, now) ? now : chosenFor;

export interface ClipChoice {
  chosen: File | null;
  /** False where listing or link have changed since: it is not sent then. */
  isSent: boolean;
  choose: (file: File) => void;
  remove: () => void;
}

/** A link that is typed has an end after this. */
const SETTLED_MS = 1_000;

/** The clip's file that is sent with the form, as long as the form is about the clip that it was chosen for. */
export function useClipChoice({ listing, url }: ClipFilled): ClipChoice {
  const [choice, setChoice] = useState<{ file: File; chosenFor: ClipOf } | null>(null);
  const now = { listingId: listing?.id ?? null, url: url.trim() };
  const settled = useDebounced(JSON.stringify(now), SETTLED_MS);
  useEffect(() => {
    setChoice((old) => old && { ...old, chosenFor: settledOn(old.chosenFor, JSON.parse(settled)) });
  }, [settled]);
  return {
    chosen: choice?.file ?? null,
    isSent: choice !== null && isSameClip(choice.chosenFor, now),
    choose: (file) => setChoice({ file, chosenFor: now }),
    remove: () => setChoice(null),
  };
}
