import fontUrl from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';
import type { ExportDone, ExportOrder, ExportReply } from './export-order.ts';

export interface FinishedExport extends ExportDone {
  file: File;
}

/** One export under way. */
export interface RunningExport {
  /** Ends as null when it was canceled. */
  result: Promise<FinishedExport | null>;
  cancel(): void;
}

/** Makes the clip in a worker. @throws (by `result`) with a sentence of what failed */
export function startExport(
  order: Omit<ExportOrder, 'fontUrl' | 'fileName'>,
  onProgress: (share: number) => void,
): RunningExport {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const fileName = `clip-${crypto.randomUUID()}.mp4`;
  let cancel = () => {};
  const result = new Promise<FinishedExport | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.onerror = (event) => reject(new Error(event.message || 'The export stopped.'));
    worker.onmessage = ({ data }: MessageEvent<ExportReply>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'failed') reject(new Error(data.message));
      else storedFile(fileName).then((file) => resolve({ ...data, file }), reject);
    };
  }).finally(() => worker.terminate());
  const whole: ExportOrder = { ...order, fileName, fontUrl: new URL(fontUrl, location.href).href };
  void forgetOlder().then(() => worker.postMessage(whole));
  return { result, cancel: () => cancel() };
}

const storedFile = async (name: string): Promise<File> =>
  (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile();

/** Earlier exports were downloaded or given up; they must not fill the disk. */
async function forgetOlder(): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
  await Promise.allSettled(
    names.filter((name) => /^clip-.*\.mp4$/.test(name)).map((name) => folder.removeEntry(name)),
  );
}
