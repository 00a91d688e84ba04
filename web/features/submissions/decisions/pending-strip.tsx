import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { formatViews } from '#web/nouns/view-count.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { FrameTag } from '#web/ui/pages/frame.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DecideBy } from './decide-by.tsx';
import { pendingClips, undecided } from './pending-clips.ts';

const SHOWN = 9;

/** Shows the clips with the nearest deadlines as a strip of frames. */
export function PendingStrip({ hasListings }: { hasListings: boolean | undefined }) {
  const clips = useQuery({ ...pendingClips, select: undecided });
  const waiting = clips.data;
  if (waiting?.length === 0) {
    return (
      <Panel title="Submissions" flush>
        <NothingWaits hasListings={hasListings ?? true} />
      </Panel>
    );
  }
  return (
    <Panel
      title={waiting ? titleOf(waiting.length) : 'Clips to review'}
      action={
        <Link to={paths.hostSubmissions()} className={buttonStyle({ size: 'sm' })}>
          Review Submissions
        </Link>
      }
    >
      <QueryState
        of={clips}
        failed="The clips did not load."
        loading={
          <Loading label="Loading clips">
            <div className="flex gap-1 overflow-hidden">
              {Array.from({ length: 5 }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <Skeleton key={at} className="aspect-9/16 w-25 shrink-0" />
              ))}
            </div>
          </Loading>
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-1 gap-y-4 max-md:flex max-md:overflow-x-auto">
            {rows.slice(0, SHOWN).map((clip) => (
              <Waiting key={clip.id} clip={clip} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}

const titleOf = (count: number) => (count === 1 ? '1 clip to review' : `${count} clips to review`);

function Waiting({ clip }: { clip: HostSubmissionRow }) {
  return (
    <li className="min-w-0 max-md:w-25 max-md:shrink-0">
      <Link
        to={paths.hostSubmissions({ submission: clip.id })}
        aria-label={`Review @${clip.clipperUsername}, ${formatViews(clip.views, clip.countLevel)}`}
        className="flex flex-col gap-1 rounded-frame"
      >
        <ClipPoster id={clip.id} src={clip.posterUrl} className="w-full">
          <FrameTag>{formatCount(clip.views)}</FrameTag>
        </ClipPoster>
        <span className="mt-1 wrap-anywhere font-semibold text-sm">@{clip.clipperUsername}</span>
        <span className="text-muted text-xs">
          <DecideBy at={clip.decideBy} />
        </span>
      </Link>
    </li>
  );
}

function NothingWaits({ hasListings }: { hasListings: boolean }) {
  return hasListings ? (
    <EmptyState
      title="No submissions to review"
      action={
        <Link to={paths.hostSubmissions()} className={buttonStyle({ size: 'sm' })}>
          See all submissions
        </Link>
      }
    >
      New clips appear here. If you miss a deadline, our reviewers decide. Clean clips from clippers you’ve
      already approved are approved automatically.
    </EmptyState>
  ) : (
    <EmptyState
      title="No submissions yet"
      action={
        <Link to={paths.hostCreate()} className={buttonStyle({ size: 'sm' })}>
          Create New Listing
        </Link>
      }
    >
      Post a listing, and clippers start sending you their clips. They appear here for your decision.
    </EmptyState>
  );
}
