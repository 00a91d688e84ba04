import { Link } from 'react-router';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { paths } from '#web/routes/paths.ts';
import { PostLink } from '../clip/post-link.tsx';
import { ClipPlayer } from '../player/clip-player.tsx';

/** Shows the clip that is being decided: player, clipper, caption, and a link to its page. */
export function ClipStage({ clip }: { clip: HostSubmissionRow }) {
  const whose = `@${clip.clipperUsername}`;
  return (
    <div className="flex min-w-0 flex-col gap-3 border-line p-4 text-sm max-lg:grid max-lg:grid-cols-[minmax(9rem,1fr)_minmax(0,2fr)] max-lg:items-start lg:min-h-0 lg:overflow-y-auto lg:border-r">
      <ClipPlayer key={clip.id} clip={clip} whose={whose} byKey />
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="font-bold text-md leading-[1.3]">
          <Link to={paths.listing(clip.listingId)} className="hover:underline">
            <bdi>{clip.listingTitle}</bdi>
          </Link>
        </h2>
        <Link
          to={paths.profile(clip.clipperUsername)}
          className="inline-flex min-h-6 items-center wrap-anywhere text-muted hover:underline"
        >
          {whose}
        </Link>
        <p dir="auto" className="wrap-anywhere text-muted">
          {clip.caption ? `"${clip.caption}"` : 'No caption is known.'}
        </p>
        <PostLink clip={clip} />
        <Link to={paths.clip(clip.id)} className="link inline-flex min-h-6 items-center self-start">
          Open clip
        </Link>
      </div>
    </div>
  );
}
