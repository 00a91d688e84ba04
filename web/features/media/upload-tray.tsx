import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clipFolder, removeStudioClips } from '#web/nouns/studio-clip.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { isUnderWay, percentHere, type Upload } from './upload.ts';
import { labels, UploadLine } from './upload-line.tsx';
import { findUnused, uploadInPage } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

/** Shows the person's uploads above every page, except an upload that the page itself shows. */
export function UploadTray({ userId }: { userId: string }) {
  const uploads = useUploads(userId).filter(({ id, phase }) => id !== uploadInPage() && phase !== 'kept');
  const [open, setOpen] = useState(true);
  useEffect(() => {
    // If the list can't be loaded, the tray shows only the uploads of this page.
    findUnused().catch(() => undefined);
    // Clips in the browser's storage may belong to another person whose session has expired.
    clipFolder()
      .then((folder) => removeStudioClips(folder, userId))
      .catch(() => undefined);
  }, [userId]);
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label="Uploads"
      className="fixed right-6 bottom-6 z-30 flex max-h-[60dvh] w-105 max-w-[calc(100vw-2rem)] flex-col rounded-panel border border-line bg-overlay shadow-overlay max-md:right-4 max-md:bottom-18 print:hidden"
    >
      <h2 className="flex items-center justify-between gap-2 px-3.5 py-2 font-semibold">
        {headline(uploads)}
        <span role="status" className="sr-only">
          {uploads.map(({ fileName, phase }) => labels[phase](fileName)).join('. ')}
        </span>
        <Button
          variant="quiet"
          size="sm"
          square
          aria-label={open ? 'Fold uploads' : 'Unfold uploads'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </Button>
      </h2>
      {open ? (
        <ul className="flex flex-col gap-2.5 overflow-y-auto px-3.5 pb-3.5">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <UploadLine upload={upload} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function headline(uploads: readonly Upload[]): string {
  const open = uploads.filter(isUnderWay);
  if (open.length === 0) return 'Uploads';
  if (open.length > 1) return `${open.length} uploads`;
  return `Upload, ${percentHere(open[0]!)}`;
}
