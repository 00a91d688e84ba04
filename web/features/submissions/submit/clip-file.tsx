import { Scissors } from 'lucide-react';
import { CLIP_FILE_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { fileSize } from '#web/ui/file-facts.ts';
import { ClipFileInput } from '../clip-file-input.tsx';
import { ChosenFile } from './chosen-file.tsx';
import type { ClipChoice } from './use-clip-choice.ts';
import { type FindStudioClip, useStudioClip } from './use-studio-clip.ts';

interface ClipFileProps {
  choice: ClipChoice;
  listingId: string | null;
  findStudioClip: FindStudioClip;
}

/** The video of the clip, chosen from this device or taken from the studio. */
export function ClipFile({ choice, listingId, findStudioClip }: ClipFileProps) {
  const { chosen, isSent, choose, remove } = choice;
  const made = useStudioClip(findStudioClip, listingId);
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-sm">File of your clip (optional)</span>
      {made && (made !== chosen || !isSent) && made.size <= CLIP_FILE_MAX_BYTES ? (
        <Button size="sm" className="self-start" onClick={() => choose(made)}>
          <Scissors aria-hidden />
          Attach the clip you exported in the studio ({fileSize(made.size)})
        </Button>
      ) : null}
      <ClipFileInput
        error={
          chosen && !isSent
            ? `${chosen.name} is not sent: it was chosen for another link or listing. Choose the file of this clip.`
            : undefined
        }
        onChoose={choose}
      >
        {chosen ? 'Choose another file' : 'Choose a file'}
      </ClipFileInput>
      {chosen && isSent ? <ChosenFile file={chosen} onRemove={remove} /> : null}
    </div>
  );
}
