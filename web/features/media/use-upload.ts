import { useEffect, useRef, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import type { MediaFile } from '#contract/media.ts';
import { routes } from '#contract/routes.ts';
import { ApiError, call, isFault } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.tsx';
import { sendBytes } from './send-bytes.ts';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; file: File; sentBytes: number }
  /** All bytes are sent; the server checks the file. */
  | { phase: 'checking'; file: File }
  | { phase: 'failed'; file: File; title: string; message: string; again: boolean };

/** One source video on its way to the server: choose, watch, cancel, try again. */
export function useUpload(onUploaded: (media: MediaFile) => void) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const run = useRef<AbortController | null>(null);
  // An interrupted upload is sent again under the same id.
  const place = useRef<{ id: string; file: File } | null>(null);
  const busy = state.phase === 'sending' || state.phase === 'checking';
  useEffect(() => () => run.current?.abort(), []);
  useLeaveWarning(busy);

  async function send(file: File): Promise<void> {
    if (file.type !== 'video/mp4') {
      const { title, detail } = mediaErrors.invalid_file_type;
      toast.error(title, detail, { id: 'upload' });
      return;
    }
    const abort = new AbortController();
    run.current = abort;
    setState({ phase: 'sending', file, sentBytes: 0 });
    try {
      if (place.current?.file !== file) place.current = { id: await announce(file, abort.signal), file };
      const media = await sendBytes(place.current.id, file, {
        signal: abort.signal,
        progress: (sentBytes) =>
          setState(
            sentBytes < file.size ? { phase: 'sending', file, sentBytes } : { phase: 'checking', file },
          ),
      });
      place.current = null;
      setState({ phase: 'idle' });
      toast.success('File Uploaded!', `${file.name} has been uploaded successfully.`, { id: 'upload' });
      onUploaded(media);
    } catch (error) {
      if (!abort.signal.aborted) fail(file, error);
    }
  }

  function fail(file: File, error: unknown): void {
    const { title, message } =
      error instanceof ApiError ? error : { title: 'Upload failed', message: 'Try again in a moment.' };
    // A refused file stays refused; an interrupted upload can be tried again.
    const again = isFault(error);
    if (!again) place.current = null;
    setState({ phase: 'failed', file, title, message, again });
    toast.error(title, message, { id: 'upload' });
  }

  function cancel(): void {
    run.current?.abort();
    setState({ phase: 'idle' });
    if (place.current) discard(place.current.id);
    place.current = null;
  }

  return { state, busy, send, cancel };
}

const announce = async (file: File, signal: AbortSignal): Promise<string> => {
  const body = { fileName: file.name, sizeBytes: file.size, contentType: file.type };
  return (await call(routes.startUpload, { body, signal })).id;
};

/** Deletes a canceled upload; if the call fails, the server deletes it later by itself. */
export function discard(id: string): void {
  call(routes.discardUpload, { params: { id } }).catch(() => undefined);
}

function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
