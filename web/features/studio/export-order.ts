import type { StudioProject } from '#contract/media/studio.ts';
import type { OverlayTexts } from './compose.ts';
import type { HeldSource } from './indexed-source.ts';
import type { SourceOrigin } from './open-source.ts';

/** The worker's task. */
export interface ExportOrder {
  origin: SourceOrigin;
  /** The blocks that the page has already read. */
  held?: HeldSource | undefined;
  project: StudioProject;
  texts: OverlayTexts;
  /** edited: 1080 by 1920 with captions; lossless: pictures and sound of the source, copied. */
  mode: 'edited' | 'lossless';
  /** File name in the browser's private storage. */
  fileName: string;
  fontUrl: string;
}

/** The worker's result. */
export interface ExportDone {
  kind: 'done';
  sizeBytes: number;
  /** Bytes of the source fetched from the network. */
  fetchedBytes: number;
  hasSound: boolean;
}

export type ExportReply =
  | { kind: 'progress'; share: number }
  | { kind: 'failed'; message: string }
  | ExportDone;
