import { Scissors } from 'lucide-react';
import { CLIP_FILE_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { fileSize } from '#web/ui/file-facts.ts';
import { ClipFileInput } from '../clip-file-input.tsx';
import { type FindStudioClip, useStudioClip } from './use-studio-clip.ts';

interface ClipFileProps {
  chosen: File | null;
  onChoose: (file: File) => void;
  listingId: string | null;
  findStudioClip: FindStudioClip;
}

/** The video of the clip, chosen from this device or taken from the studio. */
export function ClipFile({ chosen, onChoose, listingId, findStudioClip }: ClipFileProps) {
  const made = useStudioClip(findStudioClip, listingId);
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-sm">File of your clip (optional)</span>
      {made && made !== chosen && made.size <= CLIP_FILE_MAX_BYTES ? (
        <Button size="sm" className="self-start" onClick={() => onChoose(made)}>
          <Scissors aria-hidden />
          Attach the clip you exported in the studio ({fileSize(made.size)})
        </Button>
      ) : null}
      <ClipFileInput onChoose={onChoose}>{chosen ? 'Choose another file' : 'Choose a file'}</ClipFileInput>
      {chosen ? (
        <p role="status" className="wrap-anywhere text-sm">
          {chosen.name} is sent with your clip.
        </p>
      ) : null}
    </div>
  );
}
