import type { StudioProject } from '#contract/studio.ts';
import type { OverlayTexts } from './compose.ts';
import type { HeldSource } from './indexed-source.ts';
import type { SourceOrigin } from './open-source.ts';

/** What the worker is to make. */
export interface ExportOrder {
  origin: SourceOrigin;
  /** What the page has read of it. */
  held?: HeldSource | undefined;
  project: StudioProject;
  texts: OverlayTexts;
  /** edited: 1080 by 1920 with captions; lossless: the source's own pictures and sound, copied. */
  mode: 'edited' | 'lossless';
  /** Its name in the browser's own storage. */
  fileName: string;
  fontUrl: string;
}

/** What was made. */
export interface ExportDone {
  kind: 'done';
  sizeBytes: number;
  /** What of the source came over the line. */
  fetchedBytes: number;
  hasSound: boolean;
}

export type ExportReply =
  | { kind: 'progress'; share: number }
  | { kind: 'failed'; message: string }
  | ExportDone;
