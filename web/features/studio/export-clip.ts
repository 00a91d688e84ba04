import fontUrl from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';
import { clipFolder, holdStudioClip, studioClipName } from '#web/nouns/studio-clip.ts';
import { forgetOlder } from './export-files.ts';
import type { ExportDone, ExportOrder, ExportReply } from './export-order.ts';
import type { HeldSource } from './indexed-source.ts';
import type { OpenedSource } from './open-source.ts';

export interface FinishedExport extends ExportDone {
  file: File;
  /** Unlocks the file, so that it can be removed. */
  release(): void;
}

interface Order
  extends Pick<ExportOrder, 'project' | 'texts' | 'mode'>,
    Pick<OpenedSource, 'origin' | 'held'> {}

/** An export in progress. */
export interface RunningExport {
  /** Resolves when the export ends, with null if it was canceled. */
  result: Promise<FinishedExport | null>;
  cancel(): void;
}

/** Makes the clip in a worker. `result` rejects with an error whose message is a sentence. */
export function startExport(
  whose: { clipperId: string; listingId: string },
  { origin, held, ...order }: Order,
  onProgress: (share: number) => void,
): RunningExport {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const fileName = studioClipName(whose.clipperId, whose.listingId);
  const release = holdStudioClip(fileName, navigator.locks);
  let cancel = () => {};
  const made = new Promise<FinishedExport | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.onerror = (event) => reject(new Error(event.message || 'The export stopped.'));
    worker.onmessage = ({ data }: MessageEvent<ExportReply>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'failed') reject(new Error(data.message));
      else storedFile(fileName).then((file) => resolve({ ...data, file, release }), reject);
    };
  });
  const result = made.then(
    (done) => {
      if (!done) release();
      return done;
    },
    (error) => {
      release();
      throw error;
    },
  );
  const clean = () => void removeGone().catch(() => undefined);
  const face = new URL(fontUrl, location.href).href;
  const begin = (known?: HeldSource) =>
    worker.postMessage({ ...order, origin, held: known, fileName, fontUrl: face } satisfies ExportOrder);
  // If the export is canceled before this, `result` is already resolved and the terminated worker ignores the
  // message.
  held().then(begin, () => begin());
  // The export does not wait for the removal of old files, and ignores its failure.
  clean();
  const ended = result.finally(() => worker.terminate());
  ended.then((done) => done ?? clean(), clean);
  return { result: ended, cancel: () => cancel() };
}

const storedFile = async (name: string): Promise<File> =>
  (await (await clipFolder()).getFileHandle(name)).getFile();

const removeGone = async (): Promise<void> => forgetOlder(await clipFolder(), navigator.locks);
