import { useInside } from '#web/features/accounts/session.ts';
import { Extra } from '#web/ui/extra.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const UploadTray = lazyPart(async () => (await import('#web/features/media/upload-tray.tsx')).UploadTray);

/** The tray of uploads, loaded after the page. */
export const Uploads = () => (useHydrated() ? <OwnUploads /> : null);

function OwnUploads() {
  const { user } = useInside();
  return (
    <Extra>
      <UploadTray userId={user.id} />
    </Extra>
  );
}

/** Begins to send the video of a clip, which then goes on above the pages. */
export const sendClipFile = async (submissionId: string, file: File): Promise<void> =>
  (await import('#web/features/media/send-clip-file.ts')).sendClipFile(submissionId, file);
