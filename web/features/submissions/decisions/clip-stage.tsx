import { ExternalLink } from 'lucide-react';
import { fullMoment } from '#contract/dates.ts';
import { platforms } from '#contract/platforms.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { ClipPlayer } from '../player/clip-player.tsx';

/** The clip on its platform's player, its link and its caption. */
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
      <div className="mx-auto w-full max-w-70 max-lg:max-w-45">
        <ClipPlayer key={clip.id} clip={clip} whose={`@${clip.clipperUsername}`} byKey />
      </div>
      <p dir="auto" className="text-sm text-well-muted wrap-anywhere">
        {clip.caption ? `"${clip.caption}"` : 'No caption.'}
      </p>
      <p className="text-well-muted text-xs">Submitted {fullMoment(clip.submittedAt)}</p>
    </div>
  );
}
