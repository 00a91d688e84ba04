import { Suspense } from 'react';
import { useHydrated } from '#web/ui/hydration.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const UploadTray = lazyPart(async () => (await import('#web/features/media/upload-tray.tsx')).UploadTray);

/** The tray of uploads, loaded after the page. */
export function Uploads() {
  if (!useHydrated()) return null;
  return (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  );
}

/** Begins to send the video of a clip, which then goes on above the pages. */
export const sendClipFile = async (submissionId: string, file: File): Promise<void> =>
  (await import('#web/features/media/send-clip-file.ts')).sendClipFile(submissionId, file);
