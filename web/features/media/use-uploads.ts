import { useSyncExternalStore } from 'react';
import type { Upload } from './upload.ts';
import { currentUploads, subscribe } from './uploads.ts';

const none: readonly Upload[] = [];

export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(subscribe, currentUploads, () => none);
