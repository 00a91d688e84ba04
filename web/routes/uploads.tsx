import { useInside } from '#web/features/accounts/session.ts';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';

const UploadTray = lazyPart(async () => (await import('#web/features/media/upload-tray.tsx')).UploadTray);

/** The upload tray, which is loaded after the page. */
export const Uploads = () => (useHydrated() ? <OwnUploads /> : null);

function OwnUploads() {
  const { user } = useInside();
  return (
    <OptionalPart>
      <UploadTray userId={user.id} />
    </OptionalPart>
  );
}

/** Starts to upload a clip's video. The upload continues when the page changes. */
export const sendClipFile = async (submissionId: string, file: File): Promise<void> =>
  (await import('#web/features/media/send-clip-file.ts')).sendClipFile(submissionId, file);
