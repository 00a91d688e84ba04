import { FileVideo } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import { CLIP_FILE_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';

export interface ClipFileInputProps {
  /** Label of the button. */
  children: string;
  busy?: string | false;
  /** What is wrong with the file that was chosen before. */
  error?: string | undefined;
  onChoose: (file: File) => void;
}

/** Chooses a clip's video, and refuses types and sizes that the server would refuse. */
export function ClipFileInput({ children, busy, error, onChoose }: ClipFileInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const unfit =
      file.type !== 'video/mp4'
        ? mediaErrors.invalid_file_type.detail
        : file.size > CLIP_FILE_MAX_BYTES
          ? mediaErrors.clip_file_too_large.detail
          : undefined;
    setRefusal(unfit);
    if (!unfit) onChoose(file);
  };
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col items-start gap-1.5">
      <Button size="sm" aria-describedby={id} busy={busy} onClick={() => input.current?.click()}>
        <FileVideo aria-hidden />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="video/mp4"
        aria-label="File of your clip"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Cleared so that the same file can be chosen again after a refusal.
          event.target.value = '';
        }}
      />
      <span id={id} className="text-muted text-xs">
        MP4 up to 500 MB. Its sound is compared with the source, if the host uploaded one. The host and
        Permille see it.
      </span>
      {(refusal ?? error) ? <FieldError>{refusal ?? error}</FieldError> : null}
    </div>
  );
}
