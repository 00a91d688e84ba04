import { Scissors } from 'lucide-react';
import { Link } from 'react-router';
import { paidOnlyText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { type StudioSourceRow, studioListRoutes } from '#contract/studio-lists.ts';
import { useRead } from '#web/api/query.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';

/** Offers the sources with the highest expected earnings that the clipper has not begun to cut. */
export function SourceList() {
  const sources = useRead(studioListRoutes.studioSources, {});
  return (
    <Panel
      title="Ready to cut"
      flush
      action={
        sources.data?.rows.length ? (
          <Link to={paths.clipperExplore()} className="link text-sm">
            Explore all
          </Link>
        ) : null
      }
    >
      <QueryList
        flush
        of={sources}
        what="videos"
        empty={
          <EmptyState title="No video to cut right now">
            Videos appear here when hosts upload them with a listing. If a host only links to a video,
            download it and choose the file in the studio.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Ready to cut" className="grid grid-cols-2 max-lg:grid-cols-1">
            {rows.map((row) => (
              <SourceLine key={row.listingId} row={row} />
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}

function SourceLine({ row }: { row: StudioSourceRow }) {
  const { listingId, title } = row;
  return (
    <li className="-mb-px flex items-center gap-3 border-line border-b px-4.5 py-3 max-md:px-4 lg:odd:border-r">
      <ClipPoster small id={listingId} src={row.sourcePosterUrl} className="w-9" />
      <span className="min-w-0 flex-1">
        <Link to={paths.listing(listingId)} className="wrap-anywhere block font-semibold">
          <bdi>{title}</bdi>
        </Link>
        <span className="block wrap-anywhere text-muted text-sm">
          @{row.hostUsername}
          {row.durationMs === null ? '' : ` · ${runningTime(row.durationMs)}`} ·{' '}
          {formatRate(row.rateCentsPerMille)} per 1,000 · {formatUsd(row.freeMicros)} free
          {paidOnlyText(row)}
        </span>
      </span>
      <Link
        reloadDocument
        to={paths.clipperStudio(listingId)}
        aria-label={`Cut a clip of ${title}`}
        className={buttonStyle({ size: 'sm' })}
      >
        <Scissors aria-hidden />
        <span className="max-sm:hidden">Cut a clip</span>
      </Link>
    </li>
  );
}
