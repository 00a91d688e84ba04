import { useEffect, useSyncExternalStore } from 'react';
import type { Upload } from './upload.ts';
import { currentOwner, currentUploads, keepFor, subscribe } from './uploads.ts';

const none: readonly Upload[] = [];

/** The uploads of the person whose page is open. */
export function useUploads(userId: string): readonly Upload[] {
  const uploads = useSyncExternalStore(subscribe, currentUploads, () => none);
  useEffect(() => keepFor(userId), [userId]);
  return currentOwner() === userId ? uploads : none;
}
