import { clipFileRoutes } from '#contract/clips/clip-files.ts';
import { call } from '#web/api/client.ts';
import { startUpload } from './uploads.ts';

/** Starts to send the video of a clip. The tray shows the progress. || @throws ApiError */
export async function sendClipFile(submissionId: string, file: File): Promise<void> {
  await startUpload(file, async ({ name, size, type }, fingerprint) => {
    const body = { fileName: name, sizeBytes: size, contentType: type, fingerprint };
    const { uploadId } = await call(clipFileRoutes.attachClipFile, { params: { id: submissionId }, body });
    return uploadId;
  });
}
