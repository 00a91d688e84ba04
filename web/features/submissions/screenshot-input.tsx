import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import { SCREENSHOT_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';

export interface ScreenshotInputProps {
  /** Label of the button. */
  children: string;
  busy?: string | false;
  onChoose: (file: File) => void;
}

/** Chooses a screenshot, and refuses types and sizes that the server would refuse. */
export function ScreenshotInput({ children, busy, onChoose }: ScreenshotInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const unfit = !['image/png', 'image/jpeg'].includes(file.type)
      ? mediaErrors.photo_type.detail
      : file.size > SCREENSHOT_MAX_BYTES
        ? mediaErrors.screenshot_too_large.detail
        : undefined;
    setRefusal(unfit);
    if (!unfit) onChoose(file);
  };
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <Button size="sm" aria-describedby={id} busy={busy} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Screenshot of your view count"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Cleared so that the same file can be chosen again after a refusal.
          event.target.value = '';
        }}
      />
      <span id={id} className="text-muted text-xs">
        JPG, PNG up to 5MB. The listing's host and Permille see it.
      </span>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
    </div>
  );
}
