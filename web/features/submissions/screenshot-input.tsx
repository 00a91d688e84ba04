import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { mediaErrors } from '#contract/errors/media.ts';
import { SCREENSHOT_MAX_BYTES } from '#contract/limits.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';

export interface ScreenshotInputProps {
  /** Label of the button. */
  children: string;
  busy?: string | false;
  /** True if the picture shows analytics, which the host can't see. */
  showsAnalytics?: boolean;
  onChoose: (file: File) => void;
}

/** Chooses a screenshot, and refuses types and sizes that the server would refuse. */
export function ScreenshotInput({ children, busy, showsAnalytics, onChoose }: ScreenshotInputProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const choose = (file: File) => {
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
      <FileButton size="sm" aria-describedby={id} busy={busy} accept="image/png,image/jpeg" onFile={choose}>
        <ImageUp aria-hidden />
        {children}
      </FileButton>
      <span id={id} className="text-muted text-xs">
        JPG, PNG up to 5MB.{' '}
        {showsAnalytics ? 'Only Permille sees it.' : "The listing's host and Permille see it."}
      </span>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
    </div>
  );
}
