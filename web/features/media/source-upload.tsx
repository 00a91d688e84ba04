import { FileVideo, RefreshCw, Upload } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { UNUSED_UPLOAD_DAYS } from '#contract/limits.ts';
import { formatText, type MediaFile, mediaRoutes, unplayable } from '#contract/media/media.ts';
import { useRead } from '#web/api/query.ts';
import { VIDEO_ACCEPT } from '#web/nouns/video-file.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { fileSize, runningTime } from '#web/ui/texts/file-facts.ts';
import { UploadLine } from './upload-line.tsx';
import { discard } from './uploads.ts';
import type { useSourceUpload } from './use-source-upload.ts';

export interface SourceUploadProps {
  source: ReturnType<typeof useSourceUpload>;
  /** The video that is currently the source; null without one. */
  media: MediaFile | null;
  onRemove: () => void;
  invalid?: boolean;
}

/** Chooses the source video, shows its upload, and then the video itself. */
export function SourceUpload({ source, media, onRemove, invalid }: SourceUploadProps) {
  const { upload, failure, starting } = source;
  const replace = () => {
    if (media) discard(media.id);
    onRemove();
  };
  if (media) return <Uploaded media={media} onReplace={replace} />;
  if (upload && upload.phase !== 'refused') return <UploadLine upload={upload} />;
  return (
    <div className="flex flex-col gap-3">
      {upload ? <UploadLine upload={upload} /> : null}
      {failure ? (
        <Note
          tone="error"
          title={`${failure.title}.`}
          action={
            <Button size="sm" onClick={() => source.start(failure.file)}>
              <RefreshCw aria-hidden />
              Send {failure.file.name} again
            </Button>
          }
        >
          {failure.message}
        </Note>
      ) : null}
      {source.others.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label="Uploads that no listing uses">
          {source.others.map(({ id, fileName }) => (
            <li key={id} className="max-w-full">
              <Button size="sm" className="max-w-full" onClick={() => source.use(id)}>
                <FileVideo aria-hidden />
                <span className="truncate">Use {fileName}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <DropPlace onFile={source.start} invalid={invalid ?? false} busy={starting} />
    </div>
  );
}

/** Formats a size without decimals: "20 GB". */
const wholeSize = (bytes: number): string => fileSize(bytes).replace('.0 ', ' ');

interface DropPlaceProps {
  onFile: (file: File) => void;
  invalid: boolean;
  busy: boolean;
}

function DropPlace({ onFile, invalid, busy }: DropPlaceProps) {
  const [over, setOver] = useState(false);
  const mostBytes = useRead(mediaRoutes.listUploads, {}).data?.mostBytes;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // Dropping a file is a shortcut for pointers; the button inside offers the same by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel border border-dashed p-4.5',
        over ? 'border-ink bg-hover' : invalid ? 'border-red' : 'border-line-strong',
      )}
    >
      <FileVideo aria-hidden className="size-6 text-muted" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold">
          {mostBytes ? `MP4 or MOV, up to ${wholeSize(mostBytes)}` : 'MP4 or MOV'}
        </span>
        <span className="text-muted text-sm">
          Drop the file here, or choose it. Clippers cut from this video.
        </span>
      </span>
      <FileButton
        busy={busy && 'Preparing...'}
        aria-invalid={invalid || undefined}
        accept={VIDEO_ACCEPT}
        onFile={onFile}
      >
        <Upload aria-hidden />
        Choose file
      </FileButton>
    </div>
  );
}

function Uploaded({ media, onReplace }: { media: MediaFile; onReplace: () => void }) {
  const facts = [
    fileSize(media.sizeBytes),
    media.height === null ? null : `${media.width} × ${media.height}`,
    media.durationMs === null ? null : runningTime(media.durationMs),
    media.format ? formatText(media.format) : null,
  ].filter(Boolean);
  const unknown = media.format ? unplayable(media.format) : [];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4 rounded-panel border border-well-line bg-well p-3.5 text-well-ink">
        {/* biome-ignore lint/a11y/useMediaCaption: raw material of the host, without captions */}
        <video
          src={`/media/${media.id}`}
          preload="metadata"
          controls
          aria-label={`Preview of ${media.fileName}`}
          className="aspect-video w-42 rounded-frame bg-black max-md:w-full"
        />
        <span className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
          <b className="truncate font-semibold" title={media.fileName}>
            {media.fileName}
          </b>
          <span className="text-sm text-well-muted">{facts.join(', ')}, uploaded</span>
          <span className="text-sm text-well-muted">
            Removed after {UNUSED_UPLOAD_DAYS} days unless a listing uses it.
          </span>
        </span>
        <Button size="sm" className="border-well-line! hover:bg-well-3! max-md:w-full" onClick={onReplace}>
          Replace
        </Button>
      </div>
      {media.format?.isCut ? (
        <Note tone="warning" title="The end is missing.">
          {media.fileName} breaks off
          {media.durationMs === null ? null : ` after ${runningTime(media.durationMs)}`}, as after a crash.
          Clippers can cut from that part. If you have the whole recording, replace it.
        </Note>
      ) : null}
      {media.undecodableSound ? (
        <Note tone="warning" title="Clips can’t be matched to it.">
          The {media.undecodableSound} sound of {media.fileName} can’t be read here, so nothing will show
          which seconds clips use. To change that, export it with AAC sound and upload that file.
        </Note>
      ) : null}
      {unknown.length > 0 ? (
        <Note tone="warning" title="For download only.">
          Browsers can’t play {unknown.join(' and ')}, so clippers download {media.fileName} and can’t watch
          it here. Export it as H.264 with AAC sound to change that.
        </Note>
      ) : null}
    </div>
  );
}
