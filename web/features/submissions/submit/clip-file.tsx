import { Scissors } from 'lucide-react';
import { CLIP_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fileSize } from '#web/ui/texts/file-facts.ts';
import { ClipFileInput } from '../clip-file-input.tsx';
import { ChosenFile } from './chosen-file.tsx';
import type { ClipChoice } from './use-clip-choice.ts';
import { type FindStudioClip, useStudioClip } from './use-studio-clip.ts';

interface ClipFileProps {
  choice: ClipChoice;
  listing: Pick<FeedRow, 'id' | 'sourceKind' | 'comparesClips'> | null;
  findStudioClip: FindStudioClip;
}

/** Shows the video of the clip, which is chosen from this device or exported in the studio. */
export function ClipFile({ choice, listing, findStudioClip }: ClipFileProps) {
  const { chosen, isSent, choose, remove } = choice;
  const made = useStudioClip(findStudioClip, listing?.id ?? null);
  if (listing && !listing.comparesClips) return <NotNeeded listing={listing} />;
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

/** Shown instead of a file input for a listing that does not compare files. */
const NotNeeded = ({ listing }: { listing: Pick<FeedRow, 'sourceKind'> }) => (
  <div className="flex flex-col gap-1 text-sm">
    <span className="font-medium">File of your clip</span>
    <p className="text-muted">
      Not needed.{' '}
      {listing.sourceKind === 'link'
        ? 'The source is a link, so there is no video here to compare it with.'
        : 'The source has no sound that can be read here, so clips can’t be compared with it.'}{' '}
      The host checks your post.
    </p>
  </div>
);
