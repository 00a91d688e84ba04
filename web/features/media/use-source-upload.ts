import { useEffect, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import type { MediaFile } from '#contract/media/media.ts';
import { routes } from '#contract/routes.ts';
import { asApiError, call } from '#web/api/client.ts';
import { asVideo } from '#web/nouns/video-file.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { isUnderWay, type UploadFault } from './upload.ts';
import { dismissUpload, findUnused, showInPage, startUpload } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

interface Draft {
  setMedia: (media: MediaFile) => void;
  setUploadId: (id: string | null) => void;
}

/** Milliseconds before the next try, because the server may be restarting. */
const ASK_AGAIN_MS = 3_000;

/** The source video of a draft: its upload continues when the page is left, and fills in the draft when it finishes. */
export function useSourceUpload(userId: string, uploadId: string | null, { setMedia, setUploadId }: Draft) {
  const uploads = useUploads(userId);
  const upload = uploads.find(({ id }) => id === uploadId);
  const [failure, setFailure] = useState<(UploadFault & { file: File }) | null>(null);
  const [starting, setStarting] = useState(false);

  useEffect(() => {
    showInPage(uploadId);
    return () => showInPage(null);
  }, [uploadId]);

  const finished = upload?.media ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each video
  useEffect(() => {
    if (!finished) return;
    setMedia(finished);
    dismissUpload(finished.id);
  }, [finished]);

  useLookUp(uploadId !== null && !upload ? uploadId : null, { setMedia, setUploadId });

  async function start(chosen: File): Promise<void> {
    // An unreadable file is sent too, so that the upload reports why it fails.
    const file = await asVideo(chosen).catch(() => chosen);
    if (!file) {
      const { title, detail } = mediaErrors.invalid_file_type;
      toast.error(title, detail, { id: 'upload' });
      return;
    }
    // Removed from the draft first, so that a late answer about this upload can't replace the next one.
    setUploadId(null);
    if (upload) dismissUpload(upload.id);
    setFailure(null);
    setStarting(true);
    try {
      setUploadId(await startUpload(file));
    } catch (error) {
      const { title, message } = asApiError(error);
      setFailure({ title, message, file });
      toast.error(title, message, { id: 'upload' });
    } finally {
      setStarting(false);
    }
  }

  return {
    /** Other uploads that no listing uses yet. */
    others: uploads.filter((one) => one !== upload && (one.media || isUnderWay(one))),
    use: setUploadId,
    upload,
    failure,
    starting,
    start,
    underWay: starting || (upload !== undefined && isUnderWay(upload)),
  };
}

/** Asks the server for an upload that the page doesn't know because it was reloaded. */
function useLookUp(unknown: string | null, { setMedia, setUploadId }: Draft): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each upload
  useEffect(() => {
    if (!unknown) return;
    let current = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const media = await lookUp(unknown);
        if (!current) return;
        if (media?.state === 'ready') setMedia(media);
        else if (!media || media.state === 'refused') setUploadId(null);
        else await findUnused();
      } catch {
        // The server is unreachable; the upload still exists, so the draft keeps it.
        if (current) again = setTimeout(() => void ask(), ASK_AGAIN_MS);
      }
    };
    void ask();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [unknown]);
}

/**
 * The state of an upload that this page doesn't know; null when it is gone.
 * @throws ApiError when the server can't answer now
 */
async function lookUp(id: string): Promise<MediaFile | null> {
  try {
    return await call(routes.showUpload, { params: { id } });
  } catch (error) {
    if (asApiError(error).problem.status === 404) return null;
    throw error;
  }
}
