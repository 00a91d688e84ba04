import { FileVideo } from 'lucide-react';
import { useId, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import { CLIP_FILE_MAX_BYTES } from '#contract/limits.ts';
import { asVideo, VIDEO_ACCEPT } from '#web/nouns/video-file.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';

export interface ClipFileInputProps {
  /** Label of the button. */
  children: string;
  busy?: string | false;
  /** The error of the file that was chosen last. */
  error?: string | undefined;
  onChoose: (file: File) => void;
}

/** Chooses a clip's video, and refuses types and sizes that the server would refuse. */
export function ClipFileInput({ children, busy, error, onChoose }: ClipFileInputProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const choose = async (chosen: File) => {
    const file = await asVideo(chosen).catch(() => chosen);
    if (!file) return setRefusal(mediaErrors.invalid_file_type.detail);
    if (file.size > CLIP_FILE_MAX_BYTES) return setRefusal(mediaErrors.clip_file_too_large.detail);
    setRefusal(undefined);
    onChoose(file);
  };
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col items-start gap-1.5">
      <FileButton
        size="sm"
        aria-describedby={id}
        busy={busy}
        accept={VIDEO_ACCEPT}
        onFile={(file) => void choose(file)}
      >
        <FileVideo aria-hidden />
        {children}
      </FileButton>
      <span id={id} className="text-muted text-xs">
        MP4 or MOV up to 500 MB. Its sound is compared with the source, if the host uploaded one. The host and
        Permille see it.
      </span>
      {(refusal ?? error) ? <FieldError>{refusal ?? error}</FieldError> : null}
    </div>
  );
}
