import { ExternalLink } from 'lucide-react';
import { fullMoment } from '#contract/dates.ts';
import { platforms } from '#contract/platforms.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { ClipPicture } from './clip-picture.tsx';

/** The clip's link and caption; it plays on its platform, in a new tab. */
export function ClipStage({ clip }: { clip: HostSubmissionRow }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 bg-well p-4 text-well-ink lg:min-h-0 lg:overflow-y-auto">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="flex items-center gap-2 font-semibold">
          <PlatformIcon platform={clip.platform} />
          {platforms[clip.platform].name}
        </span>
        <a
          href={postHref(clip.url)}
          target="_blank"
          rel="noopener noreferrer"
          className="flex items-center gap-1.75 font-semibold underline underline-offset-3"
        >
          Open post
          <ExternalLink aria-hidden className="size-3.75" />
          <span className="sr-only">(new tab)</span>
        </a>
      </div>
      <a
        href={postHref(clip.url)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Watch the clip of @${clip.clipperUsername} on ${platforms[clip.platform].name} (new tab)`}
        className="mx-auto block w-full max-w-70 rounded-frame max-lg:max-w-45"
      >
        <ClipPicture id={clip.id} className="w-full">
          <span className="absolute inset-x-3 bottom-3 z-1 rounded-control bg-[rgb(8_8_10/0.84)] px-3 py-2 text-center font-semibold text-sm">
            Watch on {platforms[clip.platform].name}
          </span>
        </ClipPicture>
      </a>
      <p dir="auto" className="text-sm text-well-muted wrap-anywhere">
        {clip.caption ? `"${clip.caption}"` : 'No caption.'}
      </p>
      <p className="text-well-muted text-xs">Submitted {fullMoment(clip.submittedAt)}</p>
    </div>
  );
}
