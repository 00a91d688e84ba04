import type { StudioProject } from '#contract/studio.ts';
import type { OverlayTexts } from './compose.ts';
import type { HeldSource } from './indexed-source.ts';
import type { SourceOrigin } from './open-source.ts';

/** The message that gives the worker its task. */
export interface ExportOrder {
  origin: SourceOrigin;
  /** The blocks that the page has already fetched. */
  held?: HeldSource | undefined;
  project: StudioProject;
  texts: OverlayTexts;
  /** edited: 1080 by 1920 with captions. lossless: the source's pictures and sound are copied unchanged. */
  mode: 'edited' | 'lossless';
  /** Name of the file in the browser's private storage. */
  fileName: string;
  fontUrl: string;
}

/** The message with the worker's result. */
export interface ExportDone {
  kind: 'done';
  sizeBytes: number;
  /** Number of bytes of the source that were fetched from the network. */
  fetchedBytes: number;
  hasSound: boolean;
}

export type ExportReply =
  | { kind: 'progress'; share: number }
  | { kind: 'failed'; message: string }
  | ExportDone;
