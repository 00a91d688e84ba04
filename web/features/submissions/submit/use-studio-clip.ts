import { useEffect, useState } from 'react';

/** A clip that was exported in the studio of this listing. */
export interface ExportedClip {
  file: File;
  /** Keeps it from the studio's cleaning for as long as this page is open. */
  hold(): void;
}

export type FindStudioClip = (listingId: string) => Promise<ExportedClip | null>;

/** What the studio left for the chosen listing; null without it, and where the browser has no storage. */
export function useStudioClip(find: FindStudioClip, listingId: string | null): ExportedClip | null {
  const [found, setFound] = useState<{ of: string; clip: ExportedClip | null } | null>(null);
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
