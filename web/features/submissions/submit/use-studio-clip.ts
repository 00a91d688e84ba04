import { useEffect, useState } from 'react';

/** The clip that was exported in the studio of a listing, as a file to send. */
export type FindStudioClip = (listingId: string) => Promise<File | null>;

/** What the studio left for the chosen listing; null without it, and where the browser has no storage. */
export function useStudioClip(find: FindStudioClip, listingId: string | null): File | null {
  const [found, setFound] = useState<{ of: string; clip: File | null } | null>(null);
  useEffect(() => {
    if (listingId === null) return;
    let gone = false;
    find(listingId).then(
      (clip) => gone || setFound({ of: listingId, clip }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [find, listingId]);
  return found?.of === listingId ? found.clip : null;
}
