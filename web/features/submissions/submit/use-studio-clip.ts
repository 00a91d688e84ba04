import { useEffect, useState } from 'react';

/** Finds the clip that was exported in a listing's studio, as a file to send. */
export type FindStudioClip = (listingId: string) => Promise<File | null>;

/**
 * Returns the studio's clip for the chosen listing. Null if there is none, and in browsers without storage.
 */
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
