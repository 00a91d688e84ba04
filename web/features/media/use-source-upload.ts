import { useEffect, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import type { MediaFile } from '#contract/media.ts';
import { routes } from '#contract/routes.ts';
import { asApiError, call } from '#web/api/client.ts';
import { asVideo } from '#web/nouns/video-file.ts';
import { toast } from '#web/ui/toast.tsx';
import { isUnderWay, type UploadFault } from './upload.ts';
import { dismissUpload, findUnused, showInPage, startUpload } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

interface Draft {
  setMedia: (media: MediaFile) => void;
  setUploadId: (id: string | null) => void;
}

/** The server may be starting anew. */
const ASK_AGAIN_MS = 3_000;

/** The source video of a draft: an upload that goes on while its page is left, and fills the draft in when it is finished. */
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
    // One that can't be read now is sent nevertheless, which says why that fails.
    const file = await asVideo(chosen).catch(() => chosen);
    if (!file) {
      const { title, detail } = mediaErrors.invalid_file_type;
      toast.error(title, detail, { id: 'upload' });
      return;
    }
    // Forgotten by the draft first: an answer about the one before must not take the next one's place.
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
    /** Others that no listing uses yet. */
    others: uploads.filter((one) => one !== upload && (one.media || isUnderWay(one))),
    use: setUploadId,
    upload,
    failure,
    starting,
    start,
    underWay: starting || (upload !== undefined && isUnderWay(upload)),
  };
}

/** Asks what became of an upload that the page doesn't know because it was loaded anew. */
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
        // Not reached now: the upload is still there, so the draft keeps it.
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
 * What became of an upload that this page doesn't know; null when it is gone.
 * @throws ApiError when nobody can tell now
 */
async function lookUp(id: string): Promise<MediaFile | null> {
  try {
    return await call(routes.showUpload, { params: { id } });
  } catch (error) {
    if (asApiError(error).problem.status === 404) return null;
    throw error;
  }
}
