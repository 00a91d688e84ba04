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

/** Milliseconds before the server is asked again, because it may be restarting. */
const ASK_AGAIN_MS = 3_000;

/**
 * The source video of a draft. Its upload continues when the page is left, and fills in the draft when it is
 * finished.
 */
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
    // An unreadable file is sent too, so that the upload fails with the reason.
    const file = await asVideo(chosen).catch(() => chosen);
    if (!file) {
      const { title, detail } = mediaErrors.invalid_file_type;
      toast.error(title, detail, { id: 'upload' });
      return;
    }
    // The upload is first removed from the draft, so that a late reply about it can't replace the next
    // upload.
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
    /** The person's other uploads that no listing uses yet. */
    others: uploads.filter((one) => one !== upload && (one.media || isUnderWay(one))),
    use: setUploadId,
    upload,
    failure,
    starting,
    start,
    underWay: starting || (upload !== undefined && isUnderWay(upload)),
  };
}

/** Asks the server about an upload that this page doesn't know, because the page was reloaded. */
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
        // The server is unreachable. The upload still exists, so the draft keeps it.
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
 * Returns the state of an upload that this page doesn't know; null if it no longer exists.
 * @throws ApiError if the server can't answer now
 */
async function lookUp(id: string): Promise<MediaFile | null> {
  try {
    return await call(routes.showUpload, { params: { id } });
  } catch (error) {
    if (asApiError(error).problem.status === 404) return null;
    throw error;
  }
}
